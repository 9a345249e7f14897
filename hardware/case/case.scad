// The case of a Barkeep table: a flat box and its lid, to print without supports. All lengths in millimetres.
//
// Change a number here, or on the command line: openscad -o lid.stl -D 'part="lid"' -D 'display="0.96"' case.scad
// The origin is the inner front left corner of the box, at the height of its floor's upper side.

/* [What to make] */
part = "both";     // [box, lid, both, closed, open]
display = "2.42";  // [0.96, 1.3, 2.42, none]
pi = "B";          // [B, Zero]
keys = 3;          // [0, 3]

/* [The Pi] its board, and its four holes for M2.5: 58 mm apart along it, 3.5 from the edges */
pi_board = pi == "B" ? [85, 56] : [65, 30];
hole_first = 3.5;
hole_apart = [58, pi_board[1] - 7];
standoff = 6;            // height; sockets hang 3 mm out of the board's underside
standoff_across = 6.4;
standoff_hole = 2.1;     // an M2.5 screw cuts its own thread
power_at = pi == "B" ? 11 : 54;  // middle of the power socket, from the board's end with the memory card
power_hole = [16, 12];   // wide enough for the plug's shell

/* [The reader] flat under the lid, its wires towards the back */
reader = [40, 60];
reader_apart = 20;       // from the Pi and all other metal, which weakens the field
tap_skin = 1.6;          // plastic between reader and card: 1.5 to 2
reader_play = 0.6;

/* [The display] module, window (slightly larger than the lit area), and the window's centre above the module's */
module_size = display == "0.96" ? [27.5, 28] : display == "1.3" ? [35.5, 34] : display == "2.42" ? [72, 43] : [0, 0];
window_size = display == "0.96" ? [23.5, 12.5] : display == "1.3" ? [31.5, 16.5] : display == "2.42" ? [57.5, 30] : [0, 0];
window_up = display == "0.96" ? 2 : display == "1.3" ? 2 : 0;
module_play = 0.8;

/* [Keys, LED, buzzer] */
key_hole = 12.2;         // push buttons with a 12 mm thread
key_pitch = 25;
led_hole = 5.2;
buzzer_across = 13;

/* [The breadboard] 170 holes, on the floor, with resistors and transistor; leads connect LED and buzzer to it */
breadboard = [47, 35.5];
breadboard_high = 9;     // without plugs, which add 15
breadboard_play = 1;

/* [The box] */
wall = 2.4;
floor_thick = 2.4;
lid_thick = 2.4;
height = 38;             // inside: standoff, board, and plugs that stand on the pins
rail = 1.6;
rail_high = 3;
post = 8;                // square, in each corner, for a 3 mm screw that cuts its own thread
post_hole = 2.6;
screw_hole = 3.4;
foot_across = 10.4;      // stick-on feet
foot_deep = 1;
play = 0.3;              // between lid and box

/* [Hidden] */
$fn = 40;
margin = 3;
sunk = 0.5;  // Overlap of joined bodies; without it they would only touch.
has_display = min(1, module_size[0]);
front = keys > 0 ? 26 : 9;      // depth of the strip with the keys
reader_front = post + 2;
under = keys > 0 ? max(module_size[1], breadboard[1] + 2 * rail + breadboard_play) : module_size[1];
deep = max(front + under + 8 + pi_board[1] + margin, reader_front + reader[1] + post + 12);
pi_at = [post + 2, deep - margin - pi_board[1]];  // room for the sockets' noses at the left; the plug's wall at the back
reader_at = [pi_at[0] + max(pi_board[0], module_size[0]) + reader_apart, reader_front];
inside = [reader_at[0] + reader[0] + post + 2, deep];
module_at = [pi_at[0], front];
key_at = [pi_at[0] + 8, 13];
led_at = [reader_at[0] - reader_apart / 2, front + 15];
breadboard_at = [pi_at[0] + 8, front + rail + breadboard_play / 2];
buzzer_at = [reader_at[0] - reader_apart / 2, 13];
outside = [inside[0] + 2 * wall, inside[1] + 2 * wall, height + floor_thick];

assert(display == "0.96" || display == "1.3" || display == "2.42" || display == "none", "display is \"0.96\", \"1.3\", \"2.42\" or \"none\"");
assert(pi == "B" || pi == "Zero", "pi is \"B\" or \"Zero\"");
assert(keys == 0 || keys == 3, "keys is 0 or 3");
assert(reader_at[0] - pi_at[0] - pi_board[0] >= 20, "the reader is too near to the Pi");
assert(tap_skin >= 1.5 && tap_skin <= 2, "the lid over the reader should be 1.5 to 2 mm");
assert(inside[1] - 2 * post > reader[1], "the box is too shallow for the reader");

if (part == "box" || part == "both" || part == "closed") colour() box();
if (part == "lid") face_down();
if (part == "both") colour() translate([0, -20, 0]) face_down();
if (part == "closed") colour() translate([0, 0, height + lid_thick]) mirror([0, 0, 1]) drawn_lid();
if (part == "open") {
    colour() box();
    boards_below();
    translate([0, 0, height + 70]) {
        colour() mirror([0, 0, 1]) drawn_lid();
        boards_above();
    }
}

// The box, upright.
module box() {
    difference() {
        union() {
            difference() {
                translate([-wall, -wall, -floor_thick]) slab(outside);
                cube([inside[0], inside[1], height + 1]);
            }
            posts(height) square(post);
        }
        posts(height + 1) translate([post / 2, post / 2]) circle(d = post_hole);
        power();
        vents();
        feet();
        memory_card();
    }
    standoffs();
    if (keys) translate([0, 0, -0.1]) frame(breadboard_at, breadboard, breadboard_play, gap = 0, high = rail_high);
}

// The lid as it is printed: face down, turned over towards the front.
module face_down() {
    mirror([0, 1, 0]) drawn_lid();
}

// The lid in the box's coordinates, with depths counted from its upper side: the mirror image of what is printed.
module drawn_lid() {
    difference() {
        union() {
            translate([-wall, -wall, 0]) slab([outside[0], outside[1], lid_thick]);
            translate([0, 0, lid_thick - sunk]) rails();
        }
        translate([reader_at[0] - reader_play / 2, reader_at[1] - reader_play / 2, tap_skin])
            cube([reader[0] + reader_play, reader[1] + reader_play, lid_thick + rail_high]);
        if (has_display) window();
        for (at = [0 : 1 : keys - 1]) translate([key_at[0] + at * key_pitch, key_at[1], -1]) cylinder(d = key_hole, h = lid_thick + 2);
        if (keys) sound_and_light();
        translate([0, 0, -1]) posts(lid_thick + 2) translate([post / 2, post / 2]) circle(d = screw_hole);
        tap_ring();
    }
}

module slab(size) {
    linear_extrude(size[2]) offset(r = 4) offset(delta = -4) square([size[0], size[1]]);
}

module posts(high) {
    for (x = [0, inside[0] - post], y = [0, inside[1] - post]) translate([x, y, 0]) linear_extrude(high) children();
}

// Header to the front, USB to the left, memory card to the right, power to the back.
module standoffs() {
    for (x = [0, hole_apart[0]], y = [0, hole_apart[1]])
        translate([pi_at[0] + pi_board[0] - hole_first - x, pi_at[1] + hole_first + y, -0.1])
            difference() {
                cylinder(d = standoff_across, h = standoff + 0.1);
                translate([0, 0, 1]) cylinder(d = standoff_hole, h = standoff);
            }
}

module power() {
    translate([pi_at[0] + pi_board[0] - power_at - power_hole[0] / 2, inside[1] - 1, standoff - 3])
        cube([power_hole[0], wall + 2, power_hole[1]]);
}

// A cut-out from below, for a finger to reach the memory card.
module memory_card() {
    translate([pi_at[0] + pi_board[0] + 2, pi_at[1] + pi_board[1] / 2 - 9, -floor_thick - 1]) cube([14, 18, floor_thick + 2]);
}

// Slots under the Pi, and high in the left wall, where warm air leaves.
module vents() {
    for (at = [0 : 5]) {
        translate([pi_at[0] + 14 + at * (pi_board[0] - 28) / 6, pi_at[1] + 8, -floor_thick - 1]) cube([3, pi_board[1] - 16, floor_thick + 2]);
        translate([-wall - 1, pi_at[1] + 4 + at * (pi_board[1] - 10) / 6, height - 14]) cube([wall + 2, 3, 9]);
    }
}

module feet() {
    for (x = [9, inside[0] - 9], y = [9, inside[1] - 9])
        translate([x, y, -floor_thick - 1]) cylinder(d = foot_across, h = foot_deep + 1);
}

// Frames that hold reader and display while they are glued or taped, and edges that keep the lid in place.
module rails() {
    frame(reader_at, reader, reader_play, gap = 30);
    if (has_display) frame(module_at, module_size, module_play, gap = 22);
    for (x = [post + play, inside[0] - post - play - 30], y = [play, inside[1] - rail - play]) translate([x, y, 0]) cube([30, rail, rail_high + sunk]);
}

// Four rails round a board; the one at the back has a gap for wires.
module frame(at, size, loose, gap, high = rail_high + sunk) {
    translate([at[0] - loose / 2, at[1] - loose / 2, 0]) difference() {
        translate([-rail, -rail, 0]) cube([size[0] + loose + 2 * rail, size[1] + loose + 2 * rail, high]);
        translate([0, 0, -1]) cube([size[0] + loose, size[1] + loose, high + 2]);
        if (gap) translate([size[0] / 2 - gap / 2, size[1], -1]) cube([gap, 10, high + 2]);
    }
}

// Bevelled, so that it can be read from the side.
module window() {
    translate([module_at[0] + module_size[0] / 2, module_at[1] + module_size[1] / 2 + window_up, -0.01])
        hull() {
            linear_extrude(0.01) square(window_size + [4, 4], center = true);
            translate([0, 0, lid_thick + 0.02]) linear_extrude(0.01) square(window_size, center = true);
        }
}

module sound_and_light() {
    translate([led_at[0], led_at[1], -1]) cylinder(d = led_hole, h = lid_thick + 2);
    for (turn = [0 : 60 : 300]) translate([buzzer_at[0], buzzer_at[1], -1]) rotate(turn) translate([buzzer_across / 3, 0, 0])
        cylinder(d = 2, h = lid_thick + 2);
}

// A groove that a finger can feel, where the card goes.
module tap_ring() {
    translate([reader_at[0] + reader[0] / 2, reader_at[1] + reader[1] / 2 , -0.01]) difference() {
        cylinder(d = 36, h = 0.41);
        translate([0, 0, -1]) cylinder(d = 34, h = 3);
    }
}

// For viewing only: the bought parts as plain boards, and the plastic in the counter's colour.
module colour() {
    color("#b98d5c") children();
}

module boards_below() {
    translate([pi_at[0], pi_at[1], standoff]) {
        color("#2c6b4c") cube([pi_board[0], pi_board[1], 1.6]);
        color("#222222") translate([pi_board[0] - 58, 1, 1.6]) cube([51, 5, 8]);
        color("#c9ced2") translate([pi_board[0] - power_at - 4.5, pi_board[1] - 6, 1.6]) cube([9, 7.5, 3.2]);
        if (pi == "B") color("#c9ced2") for (y = [2, 21, 40]) translate([-3, y, 1.6]) cube([18, 14, 14]);
    }
    if (keys) color("#f2f0ea") translate([breadboard_at[0], breadboard_at[1], 0]) difference() {
        cube([breadboard[0], breadboard[1], breadboard_high]);
        translate([-1, breadboard[1] / 2 - 1.5, breadboard_high - 2]) cube([breadboard[0] + 2, 3, 3]);
    }
}

// Under the lid, whose upper side is at 0.
module boards_above() {
    color("#2563c4") translate([reader_at[0], reader_at[1], -tap_skin - 1.6]) cube([reader[0], reader[1], 1.6]);
    if (has_display) {
        color("#222222") translate([module_at[0], module_at[1], -lid_thick - 1.6]) cube([module_size[0], module_size[1], 1.6]);
        color("#0a0a0a") translate([module_at[0] + module_size[0] / 2 - window_size[0] / 2, module_at[1] + module_size[1] / 2 + window_up - window_size[1] / 2, -lid_thick])
            cube([window_size[0], window_size[1], 0.5]);
    }
    color("#444444") for (at = [0 : 1 : keys - 1]) translate([key_at[0] + at * key_pitch, key_at[1], -18]) cylinder(d = key_hole - 0.4, h = 24);
}
