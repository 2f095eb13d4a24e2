/** A typed tree, as cel-go prints it: what the tests of functions need of it. */
export type Tree =
  | { readonly kind: 'literal'; readonly type: string; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [key: Tree, value: Tree])[] }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly overloads: readonly string[];
      readonly args: readonly Tree[];
    };

/** Reads the tree of an expression of calls, lists, maps, literals and names of types; undefined if it has others. */
export function readTree(text: string): Tree | undefined {
  try {
    return new TreeReader(text).read();
  } catch (error) {
    if (error instanceof UnknownTree) return undefined;
    throw error;
  }
}

class UnknownTree extends Error {}

/** A class, because all methods share the position. */
class TreeReader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Tree {
    const tree = this.readMembers(this.readFirst());
    return tree;
  }

  private readFirst(): Tree {
    this.skip();
    const head = this.text[this.at];
    if (head === '[') return this.adorned({ kind: 'list', items: this.readItems('[', ']') });
    if (head === '{') return this.adorned({ kind: 'map', entries: this.readEntries() });
    const literal = this.match(
      /b?"(?:[^"\\]|\\.)*"|-?[\d.]+(?:e[+-]?\d+)?u?|(?:true|false|null)(?=~)|[+-]?(?:Inf|NaN)(?=~)/y,
    );
    if (literal !== undefined) return { kind: 'literal', text: literal, type: this.readAdornment().type };
    const name = this.match(/[\w@.?[\]!+*/%<>=&|:-]+?(?=[(~])/y);
    if (name === undefined) throw new UnknownTree(this.text.slice(this.at, this.at + 50));
    return this.text[this.at] === '('
      ? this.readCall(name, [])
      : { kind: 'literal', text: name, type: this.readAdornment().type };
  }

  /** Reads the calls with a dot after a tree. */
  private readMembers(tree: Tree): Tree {
    let found = tree;
    while (this.text[this.at] === '.') {
      this.at += 1;
      const name = this.match(/[\w@]+(?=\()/y);
      if (name === undefined) throw new UnknownTree('a field');
      found = this.readCall(name, [found]);
    }
    return found;
  }

  private readCall(name: string, before: readonly Tree[]): Tree {
    if (name.startsWith('__comprehension__')) throw new UnknownTree('a comprehension');
    const args = [...before, ...this.readItems('(', ')')];
    return { kind: 'call', name, args, overloads: this.readAdornment().overloads };
  }

  private readItems(open: string, close: string): Tree[] {
    const items: Tree[] = [];
    this.take(open);
    for (this.skip(); this.text[this.at] !== close; this.skip()) {
      if (items.length > 0) this.take(',');
      items.push(this.read());
    }
    this.take(close);
    return items;
  }

  private readEntries(): [Tree, Tree][] {
    const entries: [Tree, Tree][] = [];
    this.take('{');
    for (this.skip(); this.text[this.at] !== '}'; this.skip()) {
      if (entries.length > 0) this.take(',');
      const key = this.read();
      this.take(':');
      entries.push([key, this.read()]);
      // An entry has a mark of its own, without a type.
      this.match(/~[^,}]*/y);
    }
    this.take('}');
    return entries;
  }

  private adorned(tree: Tree): Tree {
    this.readAdornment();
    return tree;
  }

  /** `~type^overload|overload`. A name after a dot before a parenthesis is that of a call on it. */
  private readAdornment(): { readonly type: string; readonly overloads: readonly string[] } {
    this.take('~');
    const type = this.readType();
    if (this.text[this.at] !== '^') return { type, overloads: [] };
    this.at += 1;
    const overloads = this.match(/[^\s,)\]}:(]*?(?=\.\w+\(|[\s,)\]}:~]|$)/y) ?? '';
    return { type, overloads: overloads.split('|') };
  }

  private readType(): string {
    const parts = this.match(/(?:list|map|optional_type|type|wrapper)\(/y);
    if (parts === undefined) return this.match(/[\w!]+(?:\.[A-Z]\w*)*/y) ?? '';
    const inside = [this.readType()];
    while (this.text[this.at] !== ')') {
      this.match(/, /y);
      inside.push(this.readType());
    }
    this.take(')');
    return `${parts}${inside.join(', ')})`;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private take(character: string): void {
    this.skip();
    if (this.text[this.at] !== character)
      throw new UnknownTree(`${character} at ${this.text.slice(this.at, this.at + 50)}`);
    this.at += 1;
  }

  private skip(): void {
    this.match(/\s+/y);
  }
}
