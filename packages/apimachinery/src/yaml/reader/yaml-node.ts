/** A part of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A node of a YAML document, with its position in the text. */
export type YamlNode = YamlScalar | YamlMap | YamlList | YamlAlias;

/** A text, a number, `true`, or nothing at all: {@link resolveScalar} says which. */
export interface YamlScalar extends TextRange {
  readonly kind: 'scalar';
  /** Without quotes, escapes, indentation and folding. */
  readonly text: string;
  readonly style: YamlStyle;
  /** The full tag, such as `tag:yaml.org,2002:str`; absent when none is written. */
  readonly tag?: string;
}

/** How a scalar is written. */
export type YamlStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** An object; duplicate keys are kept. */
export interface YamlMap extends TextRange {
  readonly kind: 'map';
  readonly entries: readonly YamlEntry[];
}

/** A key with its value. */
export interface YamlEntry {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

/** A list, in block or flow style. */
export interface YamlList extends TextRange {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
}

/** A reference to a node with an anchor. */
export interface YamlAlias extends TextRange {
  readonly kind: 'alias';
  readonly name: string;
  /** May contain the alias itself. */
  readonly target: YamlNode;
}
