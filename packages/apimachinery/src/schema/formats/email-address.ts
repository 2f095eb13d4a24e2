import { isIpv4Address, isIpv6Address } from './ip-address.ts';

/**
 * Whether Go's net/mail.ParseAddress accepts a text: one address by RFC 5322, `bob@example.com`,
 * `Bob <bob@example.com>`, or a group of one. (Words encoded by RFC 2047 are not decoded.)
 */
export function isEmailAddress(text: string): boolean {
  const reader = new AddressReader(text);
  return reader.readAddresses(true) === 1 && reader.skipSpaceAndComments() && reader.isAtEnd();
}

/**
 * One pass over a text. Reading methods return whether the element they are named after was found, or how many of them.
 * A class, because all methods share the position.
 */
class AddressReader {
  private at = 0;
  private readonly chars: readonly string[];

  constructor(text: string) {
    this.chars = Array.from(text);
  }

  isAtEnd(): boolean {
    return this.at >= this.chars.length;
  }

  /** Reads an address or a group of addresses. Returns how many; 0 if there are none or the text is malformed. */
  readAddresses(orGroup: boolean): number {
    this.skipSpace();
    if (this.isAtEnd()) return 0;
    const start = this.at;
    if (this.readSpec()) {
      this.skipSpace();
      return this.peek() === '(' && !this.readComment() ? 0 : 1;
    }
    this.at = start;
    if (this.peek() !== '<' && !this.readPhrase()) return 0;
    this.skipSpace();
    if (orGroup && this.take(':')) return this.readGroup();
    return this.take('<') && this.readSpec() && this.take('>') ? 1 : 0;
  }

  private readGroup(): number {
    this.skipSpace();
    if (this.take(';')) return 0;
    for (let count = 1; ; count += 1) {
      this.skipSpace();
      if (this.readAddresses(false) === 0 || !this.skipSpaceAndComments()) return 0;
      if (this.take(';')) return this.skipSpaceAndComments() ? count : 0;
      if (!this.take(',')) return 0;
    }
  }

  /** `local@domain`. */
  private readSpec(): boolean {
    this.skipSpace();
    const local = this.peek() === '"' ? this.readQuoted() > 0 : isDotted(this.readAtom());
    if (!local || !this.take('@')) return false;
    this.skipSpace();
    return this.peek() === '[' ? this.readDomainLiteral() : isDotted(this.readAtom());
  }

  private readPhrase(): boolean {
    for (let words = 0; ; words += 1) {
      if (words > 0 && !this.skipSpaceAndComments()) return false;
      this.skipSpace();
      if (this.isAtEnd()) return true;
      const start = this.at;
      const read = this.peek() === '"' ? this.readQuoted() >= 0 : this.readAtom() !== '';
      if (read) continue;
      this.at = start;
      return words > 0;
    }
  }

  private readAtom(): string {
    const start = this.at;
    while (isVisible(this.peek()) && !'()<>[]:;@\\,"'.includes(this.peek() ?? '')) this.at += 1;
    return this.chars.slice(start, this.at).join('');
  }

  /** Returns the length; -1 when the text is malformed. */
  private readQuoted(): number {
    let length = 0;
    let escaped = false;
    for (this.at += 1; ; this.at += 1) {
      const char = this.peek();
      if (char === '"' && !escaped) {
        this.at += 1;
        return length;
      }
      if (!isVisible(char) && char !== ' ' && char !== '\t') return -1;
      escaped = char === '\\' && !escaped;
      if (!escaped) length += 1;
    }
  }

  private readDomainLiteral(): boolean {
    const end = this.chars.indexOf(']', this.at);
    if (end === -1) return false;
    const literal = this.chars.slice(this.at + 1, end).join('');
    this.at = end + 1;
    return isIpv4Address(literal, false) || isIpv6Address(literal);
  }

  skipSpaceAndComments(): boolean {
    this.skipSpace();
    while (this.peek() === '(') {
      if (!this.readComment()) return false;
      this.skipSpace();
    }
    return true;
  }

  private readComment(): boolean {
    let depth = 0;
    do {
      if (this.peek() === '\\' && this.at + 1 < this.chars.length) this.at += 1;
      else if (this.peek() === '(') depth += 1;
      else if (this.peek() === ')') depth -= 1;
      this.at += 1;
    } while (depth > 0 && !this.isAtEnd());
    return depth === 0;
  }

  private skipSpace(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.at += 1;
  }

  private peek(): string | undefined {
    return this.chars[this.at];
  }

  private take(char: string): boolean {
    if (this.peek() !== char) return false;
    this.at += 1;
    return true;
  }
}

const isVisible = (char: string | undefined): boolean => char !== undefined && /^[!-~\u0080-\u{10ffff}]$/u.test(char);

/** Whether an atom has no dot first, last, or next to another. */
const isDotted = (atom: string): boolean =>
  atom !== '' && !atom.startsWith('.') && !atom.endsWith('.') && !atom.includes('..');
