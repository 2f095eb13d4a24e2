import { perlClass, posixClass, unicodeClass } from './char-classes.ts';
import { type Assertion, type CharItem, type CharSet, inSet, maxRepetitions, type Pattern } from './pattern.ts';

/** A regular expression that RE2 does not take. `message` is what Go says: `error parsing regexp: missing closing ): …`. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  constructor(reason: string, expression: string) {
    super(`error parsing regexp: ${reason}: \`${expression}\``);
  }
}

const MAX_REPEAT = 1000;
const MAX_NESTING = 1000;
const MAX_CODE_POINT = 0x10ffff;

/** Reads a regular expression in RE2's syntax (https://github.com/google/re2/wiki/Syntax), Perl's classes and operators included. Throws a {@link PatternError}. */
export function parsePattern(text: string): Pattern {
  return new PatternReader(text).readAll();
}

/** What `(?…)` switches. */
interface Flags {
  readonly fold: boolean;
  readonly multiLine: boolean;
  readonly dotAll: boolean;
}

/** One pass over an expression. A class, because position and flags are shared by all of its parts. */
class PatternReader {
  private at = 0;
  private depth = 0;
  private flags: Flags = { fold: false, multiLine: false, dotAll: false };
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  readAll(): Pattern {
    const pattern = this.readAlternatives();
    if (this.at < this.text.length) throw new PatternError('unexpected )', this.text);
    return pattern;
  }

  /** Up to the closing parenthesis of the group, or the end. */
  private readAlternatives(): Pattern {
    const branches: Pattern[] = [];
    let parts: Pattern[] = [];
    /** Where the last operator of repetition began, when nothing came after it yet. */
    let lastRepeat: number | undefined;
    for (let char = this.peek(); char !== undefined && char !== ')'; char = this.peek()) {
      const repeat = this.readRepeat(parts, lastRepeat);
      if (repeat !== undefined) {
        lastRepeat = repeat;
        continue;
      }
      lastRepeat = undefined;
      if (char === '|') {
        this.at += 1;
        branches.push(concat(parts));
        parts = [];
      } else parts.push(...this.readAtom(char));
    }
    branches.push(concat(parts));
    return branches.length === 1 && branches[0] !== undefined ? branches[0] : { kind: 'alternate', parts: branches };
  }

  /** Reads `*`, `+`, `?` or `{n,m}` and applies it to the last part. Answers where it began; undefined when there is none here. */
  private readRepeat(parts: Pattern[], lastRepeat: number | undefined): number | undefined {
    const start = this.at;
    const counted = /^\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\}/.exec(this.text.slice(start, start + 64));
    const simple = this.peek();
    let min = 0;
    let max: number | undefined;
    if (counted !== null) {
      this.at += counted[0].length;
      min = Number(counted[1]);
      max = counted[2] === undefined ? min : counted[3] === undefined ? undefined : Number(counted[3]);
      if (min > MAX_REPEAT || (max !== undefined && (max > MAX_REPEAT || min > max)))
        throw new PatternError('invalid repeat count', counted[0]);
    } else if (simple === '*' || simple === '+' || simple === '?') {
      this.at += 1;
      min = simple === '+' ? 1 : 0;
      max = simple === '?' ? 1 : undefined;
    } else return undefined;
    // Lazy or greedy: the texts that match are the same.
    if (this.peek() === '?') this.at += 1;
    if (lastRepeat !== undefined)
      throw new PatternError('invalid nested repetition operator', this.text.slice(lastRepeat, this.at));
    const part = parts.pop();
    if (part === undefined)
      throw new PatternError('missing argument to repetition operator', this.text.slice(start, this.at));
    const repeated: Pattern = { kind: 'repeat', part, min, max };
    if (counted !== null && maxRepetitions(repeated) > MAX_REPEAT)
      throw new PatternError('invalid repeat count', this.text.slice(start, this.at));
    parts.push(repeated);
    return start;
  }

  private readAtom(char: string): Pattern[] {
    switch (char) {
      case '(':
        return this.readGroup();
      case '[':
        return [this.set(this.readClass())];
      case '.':
        this.at += 1;
        return [this.set({ items: this.flags.dotAll ? [] : [range(0x0a)], negated: true, fold: false })];
      case '^':
        return [this.assert(1, this.flags.multiLine ? 'line-begin' : 'text-begin')];
      case '$':
        return [this.assert(1, this.flags.multiLine ? 'line-end' : 'text-end')];
      case '\\':
        return this.readBackslash();
      default:
        return [this.literal(this.next())];
    }
  }

  private readGroup(): Pattern[] {
    const outer = this.flags;
    if (this.text.startsWith('(?', this.at)) {
      if (!this.readGroupStart()) return [];
    } else this.at += 1;
    this.depth += 1;
    if (this.depth > MAX_NESTING) throw new PatternError('expression nests too deeply', this.text);
    const inside = this.readAlternatives();
    if (this.peek() !== ')') throw new PatternError('missing closing )', this.text);
    this.at += 1;
    this.depth -= 1;
    this.flags = outer;
    return [inside];
  }

  /** Reads `(?P<name>`, `(?<name>`, `(?flags:` or `(?flags)`. Answers whether a group begins. */
  private readGroupStart(): boolean {
    const start = this.at;
    const rest = this.text.slice(start);
    if ((rest.startsWith('(?P<') && rest.length > 4) || (rest.startsWith('(?<') && rest.length > 3)) {
      const end = rest.indexOf('>');
      const name = rest.slice(rest.indexOf('<') + 1, end);
      if (end === -1 || !/^\w+$/.test(name))
        throw new PatternError('invalid named capture', end === -1 ? rest : rest.slice(0, end + 1));
      this.at += end + 1;
      return true;
    }
    this.at += 2;
    const flags: { -readonly [K in keyof Flags]: Flags[K] } = { ...this.flags };
    let on = true;
    let sawFlag = false;
    while (this.peek() !== undefined) {
      const char = String.fromCodePoint(this.next());
      if (char === 'i') flags.fold = on;
      else if (char === 'm') flags.multiLine = on;
      else if (char === 's') flags.dotAll = on;
      else if (char === '-' && on) {
        on = false;
        sawFlag = false;
        continue;
      } else if ((char === ':' || char === ')') && (on || sawFlag)) {
        // For the rest of the enclosing group, or for the group that begins here: readGroup puts the outer ones back after it.
        this.flags = flags;
        return char === ':';
      } else if (char !== 'U') break;
      sawFlag = true;
    }
    throw new PatternError('invalid or unsupported Perl syntax', this.text.slice(start, this.at));
  }

  private readBackslash(): Pattern[] {
    const letter = this.text[this.at + 1];
    switch (letter) {
      case 'A':
        return [this.assert(2, 'text-begin')];
      case 'z':
        return [this.assert(2, 'text-end')];
      case 'b':
        return [this.assert(2, 'word-boundary')];
      case 'B':
        return [this.assert(2, 'no-word-boundary')];
      case 'C':
        throw new PatternError('invalid escape sequence', '\\C');
      case 'Q': {
        const end = this.text.indexOf('\\E', this.at + 2);
        const quoted = this.text.slice(this.at + 2, end === -1 ? undefined : end);
        this.at = end === -1 ? this.text.length : end + 2;
        return Array.from(quoted, (char) => this.literal(char.codePointAt(0) ?? 0));
      }
      default: {
        const item = this.readEscapedClass();
        if (item !== undefined) return [this.set({ items: [item], negated: false, fold: false })];
        return [this.literal(this.readEscape())];
      }
    }
  }

  /** `\d` and its like, or `\p{Greek}`; undefined when there is none here. */
  private readEscapedClass(): CharItem | undefined {
    const start = this.at;
    const letter = this.text[start + 1];
    if (letter === undefined) return undefined;
    if (letter === 'p' || letter === 'P') return this.readUnicodeClass();
    const found = perlClass(letter);
    if (found === undefined) return undefined;
    this.at += 2;
    return this.asItem(found.items, found.negated);
  }

  private readUnicodeClass(): CharItem {
    const start = this.at;
    const [, inBraces] = /^\\[pP]\{([^}]*)\}/.exec(this.text.slice(start)) ?? [];
    const braced = this.text[start + 2] === '{';
    if (braced && inBraces === undefined)
      throw new PatternError('invalid character class range', this.text.slice(start));
    const single = this.text.codePointAt(start + 2);
    if (single === undefined) throw new PatternError('invalid character class range', this.text.slice(start));
    const raw = inBraces ?? String.fromCodePoint(single);
    this.at += 2 + raw.length + (braced ? 2 : 0);
    const name = raw.startsWith('^') ? raw.slice(1) : raw;
    const item = unicodeClass(name);
    if (item === undefined) throw new PatternError('invalid character class range', this.text.slice(start, this.at));
    return this.asItem([item], (this.text[start + 1] === 'P') !== raw.startsWith('^'));
  }

  /** Some characters, or all others, as one item. */
  private asItem(items: readonly CharItem[], negated: boolean): CharItem {
    const { fold } = this.flags;
    const [only] = items;
    if (!negated && !fold && items.length === 1 && only !== undefined) return only;
    const set: CharSet = { items, negated, fold };
    return { test: (code) => inSet(set, code) };
  }

  private readClass(): CharSet {
    const start = this.at;
    this.at += 1;
    const negated = this.peek() === '^';
    if (negated) this.at += 1;
    const items: CharItem[] = [];
    for (let first = true; first || this.peek() !== ']'; first = false) {
      if (this.text.startsWith('[:', this.at) && this.text.includes(':]', this.at + 2))
        items.push(this.readPosixClass());
      else {
        const escaped = this.peek() === '\\' ? this.readEscapedClass() : undefined;
        items.push(escaped ?? this.readRange(start));
      }
    }
    this.at += 1;
    return { items, negated, fold: this.flags.fold };
  }

  private readPosixClass(): CharItem {
    const end = this.text.indexOf(':]', this.at + 2) + 2;
    const whole = this.text.slice(this.at, end);
    const negated = whole.startsWith('[:^');
    const items = posixClass(whole.slice(negated ? 3 : 2, -2));
    if (items === undefined) throw new PatternError('invalid character class range', whole);
    this.at = end;
    return this.asItem(items, negated);
  }

  private readRange(classStart: number): CharItem {
    const start = this.at;
    const from = this.readClassChar(classStart);
    if (this.peek() !== '-' || this.text[this.at + 1] === ']' || this.at + 1 >= this.text.length) return range(from);
    this.at += 1;
    const to = this.readClassChar(classStart);
    if (to < from) throw new PatternError('invalid character class range', this.text.slice(start, this.at));
    return range(from, to);
  }

  private readClassChar(classStart: number): number {
    if (this.peek() === undefined) throw new PatternError('missing closing ]', this.text.slice(classStart));
    return this.peek() === '\\' ? this.readEscape() : this.next();
  }

  private readEscape(): number {
    const start = this.at;
    this.at += 1;
    const char = this.peek();
    if (char === undefined) throw new PatternError('trailing backslash at end of expression', '');
    const control = CONTROLS.get(char);
    const [octal] = /^(?:[1-7][0-7]{1,2}|0[0-7]{0,2})/.exec(this.text.slice(this.at, this.at + 3)) ?? [];
    if (control !== undefined) this.at += 1;
    else if (octal !== undefined) this.at += octal.length;
    else if (char === 'x') return this.readHexEscape(start);
    else if (/^(?![A-Za-z0-9])\p{ASCII}$/u.test(char)) return this.next();
    else {
      this.next();
      throw new PatternError('invalid escape sequence', this.text.slice(start, this.at));
    }
    return control ?? Number.parseInt(octal ?? '', 8);
  }

  private readHexEscape(start: number): number {
    const braced = this.text[start + 2] === '{';
    this.at = start + (braced ? 3 : 2);
    let code = 0;
    for (let digits = 0; ; digits += 1) {
      if (!braced && digits === 2) return code;
      const char = this.peek();
      if (char !== undefined) this.next();
      if (braced && char === '}' && digits > 0) return code;
      code = code * 16 + (/^[0-9a-fA-F]$/.test(char ?? '') ? Number.parseInt(char ?? '', 16) : Number.NaN);
      if (code <= MAX_CODE_POINT) continue;
      // Without braces both digits are read before they are judged.
      if (!braced && digits === 0 && this.peek() !== undefined) this.next();
      throw new PatternError('invalid escape sequence', this.text.slice(start, this.at));
    }
  }

  private literal(code: number): Pattern {
    return this.set({ items: [range(code)], negated: false, fold: this.flags.fold });
  }

  private set(set: CharSet): Pattern {
    return { kind: 'set', set };
  }

  private assert(length: number, at: Assertion): Pattern {
    this.at += length;
    return { kind: 'assert', at };
  }

  private peek(): string | undefined {
    return this.text[this.at];
  }

  private next(): number {
    const code = this.text.codePointAt(this.at) ?? 0;
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }
}

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['a', 0x07],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['v', 0x0b],
]);

const range = (from: number, to: number = from): CharItem => ({ from, to });

function concat(parts: readonly Pattern[]): Pattern {
  const [only] = parts;
  if (only === undefined) return { kind: 'empty' };
  return parts.length === 1 ? only : { kind: 'concat', parts };
}
