import { type Assertion, type CharSet, inSet, type Pattern } from './pattern.ts';
import { parsePattern, PatternError } from './parse-pattern.ts';

/** Whether a text has a match of an expression, anywhere in it. */
export type Matcher = (text: string) => boolean;

/**
 * Makes a matcher of a regular expression in RE2's syntax. Like RE2 its time is linear in the text, whatever the expression: JavaScript's own engine would read some
 * expressions otherwise, and a hostile one could stop the process. Throws a {@link PatternError}.
 */
export function compilePattern(text: string): Matcher {
  const pattern = parsePattern(text);
  const program: Instruction[] = [];
  emit(pattern, program, text);
  program.push({ op: 'match' });
  return (input) => run(program, input);
}

/** One state of the automaton. Jumps are indexes of the program. */
type Instruction =
  | { readonly op: 'char'; readonly set: CharSet }
  | { readonly op: 'assert'; readonly at: Assertion }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { readonly op: 'match' };

/** About what RE2 allows: 128 KiB of program. */
const MAX_PROGRAM = 20_000;

/** Appends the states of a pattern; the state after the last one is where it goes on. */
function emit(pattern: Pattern, program: Instruction[], text: string): void {
  if (program.length > MAX_PROGRAM) throw new PatternError('expression too large', text);
  switch (pattern.kind) {
    case 'empty':
      return;
    case 'set':
      program.push({ op: 'char', set: pattern.set });
      return;
    case 'assert':
      program.push({ op: 'assert', at: pattern.at });
      return;
    case 'concat':
      for (const part of pattern.parts) emit(part, program, text);
      return;
    case 'alternate':
      emitAlternatives(pattern.parts, program, text);
      return;
    case 'repeat':
      for (let count = 0; count < pattern.min; count += 1) emit(pattern.part, program, text);
      if (pattern.max === undefined) emitLoop(pattern.part, program, text);
      else emitOptions(pattern.part, pattern.max - pattern.min, program, text);
      return;
  }
}

function emitAlternatives(parts: readonly Pattern[], program: Instruction[], text: string): void {
  const ends: { op: 'jump'; to: number }[] = [];
  parts.forEach((part, index) => {
    if (index === parts.length - 1) {
      emit(part, program, text);
      return;
    }
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    program.push(split);
    emit(part, program, text);
    const end = { op: 'jump' as const, to: 0 };
    ends.push(end);
    program.push(end);
    split.second = program.length;
  });
  for (const end of ends) end.to = program.length;
}

function emitLoop(part: Pattern, program: Instruction[], text: string): void {
  const start = program.length;
  const split = { op: 'split' as const, first: start + 1, second: 0 };
  program.push(split);
  emit(part, program, text);
  program.push({ op: 'jump', to: start });
  split.second = program.length;
}

function emitOptions(part: Pattern, times: number, program: Instruction[], text: string): void {
  const splits: { op: 'split'; first: number; second: number }[] = [];
  for (let count = 0; count < times; count += 1) {
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    splits.push(split);
    program.push(split);
    emit(part, program, text);
  }
  for (const split of splits) split.second = program.length;
}

/** Runs all states at once over the text: Thompson's construction. */
function run(program: readonly Instruction[], text: string): boolean {
  /** At which position a state was last reached, counted from 1. */
  const seen = new Uint32Array(program.length);
  let states: number[] = [];
  let before: number | undefined;
  let code = text.codePointAt(0);
  for (let at = 0, step = 1; ; step += 1) {
    // A match may begin anywhere.
    if (follow(program, 0, { before, after: code, step }, seen, states)) return true;
    if (code === undefined) return false;
    at += code > 0xffff ? 2 : 1;
    const after = text.codePointAt(at);
    const next: number[] = [];
    for (const state of states) {
      const instruction = program[state];
      if (instruction?.op !== 'char' || !inSet(instruction.set, code)) continue;
      if (follow(program, state + 1, { before: code, after, step: step + 1 }, seen, next)) return true;
    }
    states = next;
    before = code;
    code = after;
  }
}

/** A position in the text: the characters around it, and its number. */
interface Position {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly step: number;
}

/** Adds the states that are reached from `start` without reading a character. Answers whether the match is among them. */
function follow(
  program: readonly Instruction[],
  start: number,
  position: Position,
  seen: Uint32Array,
  states: number[],
): boolean {
  const stack = [start];
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    if (seen[state] === position.step) continue;
    seen[state] = position.step;
    const instruction = program[state];
    switch (instruction?.op) {
      case 'match':
        return true;
      case 'char':
        states.push(state);
        break;
      case 'jump':
        stack.push(instruction.to);
        break;
      case 'split':
        stack.push(instruction.second, instruction.first);
        break;
      case 'assert':
        if (holds(instruction.at, position.before, position.after)) stack.push(state + 1);
        break;
      case undefined:
        break;
    }
  }
  return false;
}

function holds(assertion: Assertion, before: number | undefined, after: number | undefined): boolean {
  switch (assertion) {
    case 'text-begin':
      return before === undefined;
    case 'text-end':
      return after === undefined;
    case 'line-begin':
      return before === undefined || before === 0x0a;
    case 'line-end':
      return after === undefined || after === 0x0a;
    case 'word-boundary':
      return isWord(before) !== isWord(after);
    case 'no-word-boundary':
      return isWord(before) === isWord(after);
  }
}

function isWord(code: number | undefined): boolean {
  if (code === undefined) return false;
  return (
    (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || (code >= 0x61 && code <= 0x7a)
  );
}
