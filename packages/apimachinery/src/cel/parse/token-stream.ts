import { readToken, type Token, type TokenKind } from './read-token.ts';

/** That a text does not follow the grammar. */
export class CelSyntaxError extends Error {
  override readonly name = 'CelSyntaxError';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** The tokens of a text, read when they are needed. */
export class TokenStream {
  readonly #text: string;
  #current: Token;

  constructor(text: string) {
    this.#text = text;
    this.#current = readToken(text, 0);
  }

  /** The token that comes next. */
  get current(): Token {
    return this.#current;
  }

  /** Whether a sign comes next that belongs to the number after it. An unsigned number has none. */
  isSignedNumber(): boolean {
    if (!this.is('-')) return false;
    const { kind } = readToken(this.#text, this.#current.end);
    return kind === 'int' || kind === 'double';
  }

  /** Takes the name of a type, if names with dots between them come next, and then a brace. */
  typeName(): string | undefined {
    const names: string[] = [];
    for (let token = this.#current; token.kind === 'identifier';) {
      names.push(this.textOf(token));
      const next = readToken(this.#text, token.end);
      if (next.kind === '{') {
        this.#current = next;
        return names.join('.');
      }
      if (next.kind !== '.') return undefined;
      token = readToken(this.#text, next.end);
    }
    return undefined;
  }

  /** Whether the next token is of this kind. */
  is(kind: TokenKind): boolean {
    return this.#current.kind === kind;
  }

  /** Takes the next token. */
  take(): Token {
    const token = this.#current;
    this.#current = readToken(this.#text, token.end);
    return token;
  }

  /** Takes the next token if it is of this kind. */
  skip(kind: TokenKind): Token | undefined {
    return this.is(kind) ? this.take() : undefined;
  }

  /** Takes the next token, which must be of this kind. */
  expect(kind: TokenKind): Token {
    return this.skip(kind) ?? this.fail(kind);
  }

  /** Refuses the next token. */
  fail(expected: string): never {
    const token = this.#current;
    const found = token.kind === 'end' ? 'the end' : `'${shortened(this.textOf(token))}'`;
    throw new CelSyntaxError(`Syntax error: found ${found} where ${expected} is expected`, token.start);
  }

  /** The text of a token. */
  textOf({ start, end }: Token): string {
    return this.#text.slice(start, end);
  }
}

const MAX_SHOWN = 40;

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
