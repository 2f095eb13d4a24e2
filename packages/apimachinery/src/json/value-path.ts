import { JsonSyntaxError } from '../codec/parse-json.ts';

/** The depth at which a walk over a JSON value throws. By default {@link parseJson} rejects deeper values. */
const MAX_DEPTH = 1000;

/** The position of a walk over a JSON value. A stack, because most paths are never printed. */
export class ValuePath {
  private readonly parts: (string | number)[] = [];

  /** Enters a property or item, calls `visit`, and leaves it. Throws a {@link JsonSyntaxError} past a depth of 1000. */
  within<T>(part: string | number, visit: () => T): T {
    this.enter(part);
    const result = visit();
    this.leave();
    return result;
  }

  /**
   * Enters a property or item like {@link within}, but without its two stack frames, for walks that use much of the
   * call stack at each of 1000 levels.
   */
  enter(part: string | number): void {
    if (this.parts.length >= MAX_DEPTH) throw new JsonSyntaxError('exceeded max depth', 0);
    this.parts.push(part);
  }

  /** Leaves the value of the last {@link enter}. */
  leave(): void {
    this.parts.pop();
  }

  /** Whether the walk is at the value that it started with. */
  get isRoot(): boolean {
    return this.parts.length === 0;
  }

  /**
   * The path as the API server prints those of values: `spec.ports[0].name`; empty at the start. Keys of maps look like
   * properties.
   */
  toString(): string {
    let text = '';
    for (const part of this.parts) {
      if (typeof part === 'number') text += `[${part}]`;
      else text += text === '' ? part : `.${part}`;
    }
    return text;
  }

  /** The path of a property of the current value. */
  child(name: string): string {
    const path = this.toString();
    return path === '' ? name : `${path}.${name}`;
  }
}
