import { door, int32, list, map, name, object, oneOf, row, testShapes, text } from '../../test-support/type-shapes.ts';

testShapes({
  'utility types': [
    row("Pick<Door, 'name'>", object({ name }), door),
    row("Omit<Door, 'name' | 'locked'>", object({ width: int32 }, []), door),
    row('Omit<Door, never>', object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']), door),
    row(
      "Omit<Door, keyof Pick<Door, 'name'>>",
      object({ locked: { type: 'boolean' }, width: int32 }, ['locked']),
      door,
    ),
    row("Pick<Door, Exclude<keyof Door, 'locked'>>", object({ name, width: int32 }, ['name']), door),
    row('Partial<Door>', object({ locked: { type: 'boolean' }, name, width: int32 }, []), door),
    row('Required<Door>', object({ locked: { type: 'boolean' }, name, width: int32 }), door),
    row('Readonly<Door>', object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']), door),
    row('NonNullable<string | null>', text),
    row('NoInfer<string>', text),
    row('Awaited<Promise<Promise<string>>>', text),
    row('Awaited<int32>', int32),
    row(
      'ReturnType<() => Door>',
      object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']),
      door,
    ),
    row('ReturnType<typeof size>', oneOf('small', 'big'), "declare function size(at: string): 'small' | 'big';"),
    row('Parameters<(a: string, b: string) => void>', list(text, { minItems: 2, maxItems: 2 })),
    row('Parameters<(a: int32, b: string) => void>[1]', text),
    row('ConstructorParameters<new (a: string) => Door>[0]', text, door),
    row(
      'InstanceType<new () => Door>',
      object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']),
      door,
    ),
    row("Record<'a' | 'b', int32>", object({ a: int32, b: int32 })),
    row('Record<string, never>', { type: 'object' }),
    row('Record<string, string | undefined>', map(text)),
    row("Extract<'a' | 'b' | 1, string>", oneOf('a', 'b')),
    row("Door['width']", int32, door),
    row("Door['name']", name, door),
    row("Door['name' | 'locked'] extends never ? string : int32", int32, door),
    row("Door[]['length'] extends number ? Door['width'] : never", int32, door),
    row(
      'Wrap<Door>',
      object({ inner: object({ locked: { type: 'boolean' }, name, width: int32 }, []) }),
      `${door} interface Wrap<T> { inner: Partial<T> }`,
    ),
    row(
      'Some<Door, keyof Door>',
      object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']),
      `${door} type Some<T, K extends keyof T> = Pick<T, K>;`,
    ),
  ],
  'types that authors compute': [
    row(
      'Mine<Door>',
      object({ locked: { type: 'boolean' }, name, width: int32 }, []),
      `${door} type Mine<T> = { [K in keyof T]?: T[K] };`,
    ),
    row(
      'Sure<Door>',
      object({ locked: { type: 'boolean' }, name, width: int32 }),
      `${door} type Sure<T> = { [K in keyof T]-?: T[K] };`,
    ),
    row(
      'Deep<House>',
      object(
        {
          door: object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']),
          sizes: list(int32),
          at: { type: 'string', format: 'date-time' },
        },
        ['at', 'door', 'sizes'],
      ),
      `${door} interface House { door: Door; sizes: int32[]; at: Time } type Deep<T> = T extends Function ? T : T extends readonly (infer E)[] ? readonly Deep<E>[] : T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T;`,
    ),
    row(
      'DeepPartial<House>',
      object({ door: object({ locked: { type: 'boolean' }, name, width: int32 }, []) }, []),
      `${door} interface House { door: Door } type DeepPartial<T> = { [K in keyof T]?: DeepPartial<T[K]> };`,
    ),
    row(
      'Getters<Door>',
      object({ 'get-locked': { type: 'boolean' }, 'get-name': text, 'get-width': int32 }, ['get-locked', 'get-name']),
      `${door} type Getters<T> = { [K in keyof T as \`get-\${string & K}\`]: T[K] };`,
    ),
    row(
      'Only<Door, boolean>',
      object({ locked: { type: 'boolean' } }),
      `${door} type Only<T, V> = { [K in keyof T as T[K] extends V ? K : never]: T[K] };`,
    ),
    row(
      'Item<Door[]>',
      object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']),
      `${door} type Item<T> = T extends (infer E)[] ? E : never;`,
    ),
    row(
      'Outer<Door>',
      object({ inner: object({ locked: { type: 'boolean' }, name, width: int32 }, []) }),
      `${door} interface Outer<T> { inner: Inner<T> } type Inner<T> = { [K in keyof T]?: T[K] };`,
    ),
    row(
      'ByKey',
      object({ a: int32, b: text }, ['a']),
      "type ByKey = { [K in 'a' | 'b' as K]: K extends 'a' ? int32 : string } extends infer T ? { a: int32; b?: string } : never;",
    ),
    row(
      "Tagged<'x' | 'y'>",
      {
        type: 'object',
        properties: { kind: oneOf('x', 'y'), x: int32, y: int32 },
        required: ['kind'],
        oneOf: [
          { properties: { kind: { enum: ['x'] } }, required: ['x'], not: { required: ['y'] } },
          { properties: { kind: { enum: ['y'] } }, required: ['y'], not: { required: ['x'] } },
        ],
      },
      'type Tagged<K extends string> = K extends K ? { kind: K } & Record<K, int32> : never;',
    ),
    row('Aliased', object({ a: int32, b: int32 }), "type Aliased = { [K in 'a' | 'b']: int32 };"),
    row('Aliased | null', { ...object({ a: int32 }), nullable: true }, "type Aliased = ({ [K in 'a']: int32 });"),
    row(
      'Strict<Door>',
      object({ locked: { type: 'boolean' }, name, width: int32 }, ['locked', 'name']),
      `${door} type Strict<T extends Door> = T extends Door ? T : never;`,
    ),
    row(
      'Boxed<int32>',
      object({ content: int32, label: name }),
      `${door} interface Boxed<T> { content: T; label: Name }`,
    ),
    row(
      "{ [K in 'x']: Boxed<string> }",
      object({ x: { ...object({ content: text, label: name }), description: 'Box of it.' } }),
      `${door} /** Box of it. */ interface Boxed<T> { content: T; label: Name }`,
    ),
    row(
      'Pick2<Listed>',
      object({ names: { ...list(text), 'x-kubernetes-list-type': 'set' } }),
      `interface Listed {\n// +listType=set\nnames: string[] } type Pick2<T> = { [K in keyof T]: T[K] };`,
    ),
    row(
      'Same<Marked>',
      object({ a: text, b: text }, ['b']),
      `interface Marked {\n// +optional\na: string;\n// +required\nb?: string }\ntype Same<T> = { [K in keyof T]: T[K] };`,
    ),
  ],
  intersections: [
    row(
      'Door & { extra: string }',
      object({ extra: text, locked: { type: 'boolean' }, name, width: int32 }, ['extra', 'locked', 'name']),
      door,
    ),
    row('{ a: string } & Record<string, unknown>', {
      ...object({ a: text }),
      'x-kubernetes-preserve-unknown-fields': true,
    }),
    row("{ a: string } & { a: 'x' | 'y' }", object({ a: oneOf('x', 'y') })),
    row("{ a: 'x' | 'y' } & { a: 'y' | 'z' }", object({ a: oneOf('y') })),
    row('{ a?: string } & { a: string }', object({ a: text })),
    row(
      "Partial<Door> & Pick<Door, 'name'>",
      object({ locked: { type: 'boolean' }, name, width: int32 }, ['name']),
      door,
    ),
  ],
});
