// The door: the free pawns as they are taken, without losing the name that is being typed.

import { follow } from "./stream.js";
import { swap } from "./swap.js";

const door = document.getElementById("door");
const lamp = document.querySelector(".counter .lamp");

async function refresh() {
  const response = await fetch("/join/view").catch(() => null);
  if (response?.ok) swap(door, await response.text());
  lamp.disabled = !door.querySelector("input:enabled");
}

follow("/stream", { version: refresh });
