import { genericError } from '@kb/apimachinery';
import { printYaml } from '@kb/apimachinery/yaml';
import { toJson, toPrettyJson } from '../http/encode.ts';
import type { PieceTurns } from '../loop-turns.ts';
import { refuse } from '../refuse.ts';
import { protobufListPieces } from '../serializer/protobuf/list-pieces.ts';
import type { ListContent } from './list-content.ts';

/** What Go's reader of YAML does not take in the JSON that every answer is before it is YAML. */
const UNREADABLE = /[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]/;

/** Throws the StatusError of a text in JSON that has no form in YAML. */
export function refuseUnreadable(json: string): void {
  if (UNREADABLE.test(json)) refuse(genericError('yaml: control characters are not allowed'));
}

/** A list as JSON on one line. */
export function* jsonPieces({ empty, member, items, json }: ListContent): Generator<string> {
  const [head, tail] = around(toJson(empty), `"${member}":[`, ']');
  yield head;
  for (const [index, item] of items.entries()) yield index === 0 ? json(item) : `,${json(item)}`;
  yield `${tail}\n`;
}

/** A list as indented JSON. */
export function* prettyPieces({ empty, member, items, shown }: ListContent): Generator<string> {
  const [head, tail] = around(toPrettyJson(empty), `\n  "${member}": [`, ']');
  yield head;
  // Line breaks within strings are escaped: those that are there begin lines.
  for (const [index, item] of items.entries())
    yield `${index === 0 ? '' : ','}\n    ${toPrettyJson(shown(item)).replaceAll('\n', '\n    ')}`;
  yield items.length === 0 ? tail : `\n  ${tail}`;
}

/** A list as YAML. Throws the StatusError of what has no form in YAML before the first piece is made. */
export async function yamlPieces(content: ListContent, turns: PieceTurns | undefined): Promise<Iterable<string>> {
  refuseUnreadable(toJson(content.empty));
  for (const item of content.items) {
    const turn = turns?.beforePiece();
    if (turn) await turn;
    refuseUnreadable(content.json(item));
  }
  return printedItems(content);
}

const NO_ITEMS = ' []\n';

function* printedItems({ empty, member, items, shown }: ListContent): Generator<string> {
  const text = printYaml(empty);
  if (items.length === 0) {
    yield text;
    return;
  }
  // Only the list's own members are not indented.
  const [head, tail] = around(`\n${text}`, `\n${member}:`, NO_ITEMS);
  yield `${head.slice(1)}\n`;
  for (const item of items) yield printYaml([shown(item)]);
  yield tail.slice(NO_ITEMS.length);
}

/** A list in protobuf, in its envelope. Undefined: it has no such form. */
export async function protobufPieces(
  { protobuf, items }: ListContent,
  turns: PieceTurns | undefined,
): Promise<Iterable<Uint8Array> | undefined> {
  if (protobuf === undefined) return undefined;
  const messages: Uint8Array[] = [];
  for (const item of items) {
    const turn = turns?.beforePiece();
    if (turn) await turn;
    messages.push(protobuf.messageOf(item));
  }
  return protobufListPieces(protobuf, protobuf.metadata, messages);
}

/** The text of a list without items in two parts, between which the items go. No text in it can look like `open`. */
function around(text: string, open: string, close: string): readonly [head: string, tail: string] {
  const at = text.indexOf(`${open}${close}`);
  // Null in place of the items: there are none.
  return at < 0 ? [text, ''] : [text.slice(0, at + open.length), text.slice(at + open.length)];
}
