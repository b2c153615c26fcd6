// One start of an emulated RP2040: MicroPython's own image, with what is soldered to the pins in the process that began it.
//
// Argument: JSON with the image (.uf2), the boot ROM, the file that keeps the flash, the command that makes its content
// where there is none yet, why the chip starts (0: plugged in), the pins that lead to the readers, the pin of the jumper,
// and the descriptors for what happens and for orders.
// Messages either way are a letter, a number (in ns of the chip's time: when it happened, or until when to run) and
// bytes. What the chip reads on the bus is answered with as many bytes; nothing else is waited for, as to and fro between
// two processes is what takes long. Exit code 3 asks for a new start.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { ConsoleLogger, GPIOPinState, LogLevel, Simulator, USBCDC } from "rp2040js";

const given = JSON.parse(process.argv[2]);
const CYCLE_NS = 8; // 125 MHz, as MicroPython sets it
const HEAD_BYTES = 11;
const FLASH_AT = 0x10000000;
const FILES_AT = 0xa0000;
const FILES_END = 0x200000;
const RESET = 3;
const FUNCTION_PWM = 4;
const PINS = 30;
const LATCH_NS = 50_000; // a strip shows what it has after this long without an edge (WS2812B)
const LONG_NS = 600; // a pulse that is longer is a one
const PULSE_NS = 2_000; // a pulse that is longer is none of a strip
const SILENT_NS = 20_000_000; // a buzzer without an edge for this long is silent
const POLL_NS = 50_000; // how often a host asks again after a NAK

const simulator = new Simulator();
const { clock, rp2040 } = simulator;
const { core } = rp2040;
rp2040.logger = new ConsoleLogger(LogLevel.Error, false);

// --- messages ---

let told = [];

function tell(letter, bytes, at = clock.nanos) {
  const message = Buffer.alloc(HEAD_BYTES + bytes.length);
  message.write(letter, 0, "latin1");
  message.writeDoubleLE(at, 1);
  message.writeUInt16LE(bytes.length, 9);
  message.set(bytes, HEAD_BYTES);
  told.push(message);
}

function send() {
  const messages = Buffer.concat(told);
  told = [];
  for (let at = 0; at < messages.length; ) at += fs.writeSync(given.out, messages, at);
}

function take(count) {
  const data = Buffer.alloc(count);
  for (let at = 0; at < count; ) {
    const got = fs.readSync(given.in, data, at, count - at, null);
    if (!got) process.exit(0); // nobody is there any more
    at += got;
  }
  return data;
}

// --- memory ---

const rom = new Uint8Array(fs.readFileSync(given.bootrom));
const romView = new DataView(rom.buffer);
// The flash is no chip here: the two functions of the boot ROM that change it become breakpoints, served below.
const ERASE = 1;
const PROGRAM = 2;
const SPARE = 0x3fe0; // unused, near the end of the ROM
for (let at = romView.getUint16(0x14, true); romView.getUint16(at, true); at += 4) {
  const served = { RE: ERASE, RP: PROGRAM }[String.fromCharCode(rom[at], rom[at + 1])];
  if (served) {
    const place = SPARE + 4 * served;
    romView.setUint16(place, 0xbe00 | served, true); // BKPT
    romView.setUint16(place + 2, 0x4770, true); // BX LR
    romView.setUint16(at + 2, place | 1, true);
  }
}
rp2040.loadBootrom(new Uint32Array(rom.buffer));
const uf2 = fs.readFileSync(given.image);
for (let at = 0; at < uf2.length; at += 512) {
  const data = uf2.subarray(at + 32, at + 32 + uf2.readUInt32LE(at + 16));
  rp2040.flash.set(data, uf2.readUInt32LE(at + 12) - FLASH_AT);
}
const [program, ...words] = given.files;
if (!fs.existsSync(given.flash)) fs.writeFileSync(given.flash, execFileSync(program, words, { maxBuffer: FILES_END }));
rp2040.flash.set(fs.readFileSync(given.flash), FILES_AT);
rp2040.onBreak = (code) => {
  const [first, second, third] = core.registers;
  if (code === ERASE) rp2040.flash.fill(0xff, first, first + second);
  else if (code === PROGRAM)
    for (let at = 0; at < third; at++) rp2040.flash[first + at] &= rp2040.readUint8(second + at);
  else throw new Error(`breakpoint ${code} at ${core.PC.toString(16)}`);
};

function end(code) {
  send();
  fs.writeFileSync(given.flash, rp2040.flash.subarray(FILES_AT, FILES_END));
  process.exit(code);
}

// --- pins ---

// There are no pull-ups here: whatever nobody drives reads high, as the jumper's pin must.
for (let pin = 0; pin < PINS; pin++) rp2040.gpio[pin].setInputValue(true);

let isFirst = true; // the next byte on the bus is the first of a transfer
for (const pin of given.wires)
  rp2040.gpio[pin].addListener((state) => {
    if (state === GPIOPinState.High || state === GPIOPinState.Low) tell("P", [pin, state]);
    isFirst = true;
  });

// Any other pin may have a strip or a buzzer: short pulses are bits of a strip, an even wave is a tone.
for (let pin = 0; pin < PINS; pin++) if (!given.wires.includes(pin)) watch(pin);

function watch(pin) {
  let driven = false;
  let rose = 0;
  let hz = 0;
  let bits = [];
  const latch = clock.createAlarm(() => {
    const bytes = [];
    for (let at = 0; at + 8 <= bits.length; at += 8) bytes.push(parseInt(bits.slice(at, at + 8).join(""), 2));
    bits = [];
    if (bytes.length) tell("L", bytes);
  });
  const silence = clock.createAlarm(() => sound(0));
  function sound(pitch) {
    if (pitch === hz) return;
    hz = pitch;
    tell("B", [pin, hz & 0xff, hz >> 8]);
  }
  rp2040.gpio[pin].addListener((state) => {
    if (state !== GPIOPinState.High && state !== GPIOPinState.Low) return;
    if (!driven) tell("P", [pin, state]);
    driven = true;
    const now = clock.nanos;
    if (state === GPIOPinState.High) {
      if (rp2040.gpio[pin].functionSelect === FUNCTION_PWM) {
        if (rose && now - rose < SILENT_NS) sound(Math.round(1e9 / (now - rose)));
        silence.schedule(SILENT_NS);
      }
      rose = now;
      latch.cancel();
    } else if (now - rose < PULSE_NS) {
      bits.push(now - rose > LONG_NS ? 1 : 0);
      latch.schedule(LATCH_NS);
    }
  });
}

// Whoever sends a byte has often queued more: they are told together, and each will come when its turn is. What comes
// back for what is written is not looked at, and so is not asked for.
const BYTE_NS = 8e9; // at 1 Hz
for (const bus of rp2040.spi) {
  let byte = 0;
  let began = 0;
  let isRead = false;
  let answers = [];
  const shifted = clock.createAlarm(() => {
    if (!answers.length) {
      const bytes = [byte, ...bus.txFIFO.items];
      if (isFirst) isRead = !!(byte & 0x80);
      isFirst = false;
      const step = Math.round(BYTE_NS / bus.clockFrequency);
      tell(isRead ? "T" : "t", [...bytes, step & 0xff, step >> 8], began);
      if (isRead) send();
      answers = isRead ? [...take(bytes.length)] : bytes.map(() => 0);
    }
    bus.completeTransmit(answers.shift());
  });
  bus.onTransmit = (value) => {
    byte = value;
    began = clock.nanos;
    shifted.schedule(BYTE_NS / bus.clockFrequency);
  };
}

// --- the line ---

const line = new USBCDC(rp2040.usbCtrl);
line.onSerialData = (data) => tell("D", data);
line.onDeviceConnected = () => tell("C", []);
// A host that has nothing to send says nothing, and an endpoint that waits costs the chip nothing (NAK). The emulated host
// sends an empty packet every 10 us instead, whose interrupts take two thirds of the chip's time.
const give = rp2040.usbCtrl.onEndpointRead;
let asked = null;
const again = clock.createAlarm(() => {
  if (line.txFIFO.empty) again.schedule(POLL_NS);
  else if (asked) {
    const [endpoint, size] = asked;
    asked = null;
    give(endpoint, size);
  }
});
rp2040.usbCtrl.onEndpointRead = (endpoint, size) => {
  if (endpoint !== line.outEndpoint || !line.txFIFO.empty) give(endpoint, size);
  else {
    asked = [endpoint, size];
    again.schedule(POLL_NS);
  }
};

// --- the watchdog ---

const watchdog = rp2040.peripherals[0x40058];
watchdog.reason = given.reason;
watchdog.onWatchdogTrigger = () => {
  tell("W", [watchdog.reason]);
  end(RESET);
};

// --- running ---

const RUN = "R".charCodeAt(0);
core.PC = FLASH_AT;
for (;;) {
  const order = take(HEAD_BYTES);
  if (order[0] !== RUN) end(0);
  const [closed, ...bytes] = take(order.readUInt16LE(9));
  rp2040.gpio[given.jumper].setInputValue(!closed);
  for (const byte of bytes) line.sendSerialByte(byte);
  const until = order.readDoubleLE(1);
  while (clock.nanos < until) {
    if (core.waiting) clock.tick(Math.max(CYCLE_NS, Math.min(clock.nanosToNextAlarm || Infinity, until - clock.nanos)));
    else clock.tick(core.executeInstruction() * CYCLE_NS);
  }
  const room = line.txFIFO.size - line.txFIFO.itemCount;
  tell("E", [room & 0xff, room >> 8]);
  send();
}
