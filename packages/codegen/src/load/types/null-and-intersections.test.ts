import { typeOf } from '@kb/kubernetes/data';
import { int32, intOrString, list, map, object, oneOf, row, testShapes, text } from '../../test-support/type-shapes.ts';

const quantity = typeOf('resource.Quantity')?.override ?? {};
const nullText = { ...text, nullable: true };
const lock = `interface Lock { kind: 'lock'; code: string | null; width?: int32 | null; since: Time }
type Mode = 'a' | 'b' | null;
interface Door { a: string | null; b?: int32 }`;
const closed = (...values: string[]) => ({ type: 'string', nullable: true, anyOf: [{ enum: values }] });
const time = { type: 'string', format: 'date-time' };
const open = { 'x-kubernetes-preserve-unknown-fields': true };
const nullInt = { ...int32, nullable: true };

const oneKey = { ...object({ a: text, b: text }, []), oneOf: [{ required: ['a'] }, { required: ['b'] }] };

testShapes({
  'null that a mapped or conditional type gives or takes': [
    row(
      '{ [K in keyof Lock]: Lock[K] | null }',
      object({ kind: closed('lock'), code: nullText, width: nullInt, since: { ...time, nullable: true } }, [
        'code',
        'kind',
        'since',
      ]),
      lock,
    ),
    row(
      'Loose<Lock>',
      object({ kind: closed('lock'), code: nullText, width: nullInt, since: { ...time, nullable: true } }, []),
      `${lock} type Loose<T> = { [K in keyof T]?: T[K] | null };`,
    ),
    row(
      '{ [K in keyof Lock]: NonNullable<Lock[K]> }',
      object({ kind: oneOf('lock'), code: text, width: int32, since: time }, ['code', 'kind', 'since']),
      lock,
    ),
    row(
      "Omit<Lock, 'kind' | 'width'> & { [K in 'kind']: Lock[K] | null }",
      object({ kind: closed('lock'), code: nullText, since: time }),
      lock,
    ),
    row("Lock['code'] extends string ? string : Lock['code']", nullText, lock),
    row('NonNullable<Mode>', oneOf('a', 'b'), lock),
    row('Partial<Door | null>', { ...object({ a: nullText, b: int32 }, []), nullable: true }, lock),
  ],
  'fields that an instance of a generic type has': [
    row(
      "Soft<Door, 'a'>",
      object({ a: nullText, b: int32 }, []),
      `${lock} type Soft<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>> & { [P in K]?: T[P] };`,
    ),
  ],
  'intersections of what may be null': [
    row("Mode & ('b' | null)", closed('b'), lock),
    row("Mode & 'b'", oneOf('b'), lock),
    row("('a' | 'b') & string", oneOf('a', 'b')),
    row('(string | null) & {}', text),
    row('unknown & (string | null)', nullText),
    row('(Door | null) & { c: string }', object({ a: nullText, b: int32, c: text }, ['a', 'c']), lock),
    row(
      '(Door | null) & ({ c: string } | null)',
      { ...object({ a: nullText, b: int32, c: text }, ['a', 'c']), nullable: true },
      lock,
    ),
    row('{ a: string | null } & { a: string }', object({ a: text })),
    row("{ a: Mode } & { a: 'b' | null }", object({ a: closed('b') }), lock),
    row("{ a: Mode } & { a?: 'b' }", object({ a: oneOf('b') }), lock),
    row('{ a: (Door | null)[] } & { a: Door[] }', object({ a: list(object({ a: nullText, b: int32 }, ['a'])) }), lock),
    row('{ a: { b: string | null } } & { a: { b: string } }', object({ a: object({ b: text }) })),
    row('{ a: unknown } & { a: string | null }', object({ a: nullText })),
  ],
  'conditions that ask for scalars': [
    row("5 extends int32 ? 'yes' : 'no'", oneOf('yes')),
    row('IfWhole<int64>', oneOf('yes', 'no'), "type IfWhole<T> = T extends int32 ? 'yes' : 'no';"),
    row("Time extends Duration ? 'yes' : 'no'", oneOf('yes')),
    row('IfText<IntOrString>', oneOf('yes', 'no'), "type IfText<T> = T extends string ? 'yes' : 'no';"),
    row("int32 extends object ? 'yes' : 'no'", oneOf('no')),
    row("Time extends Record<string, unknown> ? 'yes' : 'no'", oneOf('no')),
    row('Extract<IntOrString, string>', text),
    row('Texts<int32>', int32, 'type Texts<T> = { [K in keyof T]: string };'),
  ],
  brands: [
    row("string & { readonly __brand: 'Name' }", text),
    row('Name', text, 'declare const brand: unique symbol; type Name = string & { readonly [brand]: "Name" };'),
    row("Id<'Shop'>", text, 'interface Brand<B> { readonly __brand: B } type Id<B> = string & Brand<B>;'),
    row('Port', int32, "type Port = int32 & { readonly __brand: 'Port' };"),
    row("('a' | 'b') & { readonly _tag: 'Letter' }", oneOf('a', 'b')),
    row(
      '{ [K in keyof Ids]: Ids[K] | null }',
      object({ id: nullText }),
      "interface Ids { id: Id } type Id = string & { readonly __brand: 'Id' };",
    ),
    row(
      "Ids['id'] extends string ? Ids['id'] : never",
      text,
      "interface Ids { id: Id } type Id = string & { readonly __brand: 'Id' };",
    ),
    row("Door & { readonly __brand: 'Door' }", object({ a: nullText, b: int32 }, ['a']), lock),
    row(
      'Whole<Door & { [brand]: true }>',
      object({ a: nullText, b: int32 }),
      `${lock} declare const brand: unique symbol; type Whole<T> = { [K in keyof T]-?: T[K] };`,
    ),
  ],
  'types of the library with a brand or {} beside them': [
    ...Object.entries({
      IntOrString: intOrString,
      Quantity: quantity,
      Time: time,
      Duration: text,
      Bytes: { type: 'string', format: 'byte' },
      int64: { type: 'integer', format: 'int64' },
      RawExtension: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      'string[]': list(text),
      'Record<string, string>': map(text),
    }).flatMap(([type, schema]) => [
      row(`${type} & { readonly __brand: 'B' }`, schema),
      row(`Branded<${type}>`, schema, 'type Branded<T> = T & { readonly __brand: "B" };'),
      row(`${type} & {}`, schema),
    ]),
    row("(IntOrString | null) & { readonly __brand: 'B' }", intOrString),
    row("(string | null) & { readonly __brand: 'B' }", text),
  ],
  'fields beside any JSON': [
    row("import('@kb/apimachinery').JsonObject & { a: string }", { ...object({ a: text }), ...open }),
    row('RawExtension & { a: string }', { ...object({ a: text }), ...open }),
  ],
  'shapes that say by never what others have': [
    row('{ a: string; b?: never } | { b: string; a?: never }', oneKey),
    row('Git | { b: string; a?: undefined }', oneKey, 'interface Git { a: string; b?: never }'),
    row(
      'XOR<{ a: string }, { b: string }>',
      oneKey,
      'type Without<T, U> = { [P in Exclude<keyof T, keyof U>]?: never }; type XOR<T, U> = (T & Without<U, T>) | (U & Without<T, U>);',
    ),
  ],
});
