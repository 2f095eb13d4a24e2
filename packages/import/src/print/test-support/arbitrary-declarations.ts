import { descriptionOf } from '@kb/codegen/importer';
import fc from 'fast-check';
import type { Comment, Declaration, ImportedFile, Member, TypeExpression } from '../../declaration.ts';

/** Any text, mostly short, with the characters that are difficult for printers. */
const anyText = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    '0',
    '10',
    '$ref',
    '',
    "it's",
    '"',
    'a-b',
    'ä',
    '日本',
    '*/',
    '\u2028',
    'field0',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.stringMatching(/^[a-z][A-Za-z0-9]{0,40}$/),
);

const typeName = fc.stringMatching(/^[A-Z][a-zA-Z0-9]{0,30}$/);

const line = fc.oneof(
  fc.stringMatching(/^[ \t]{0,4}[a-zA-Z*/`'"{}@<>&|;:,.=-][ -)+-~]{0,160}$/),
  fc.constantFrom('', '```', '    code {', '\t- tab', '* star', '/ slash', '`` `', 'ünïcode — 日本'),
);

/** Text that a comment can hold unchanged. */
const description = fc
  .array(line, { minLength: 1, maxLength: 5 })
  .map((lines) => lines.map((text) => text.trimEnd()).join('\n'))
  .filter((text) => text !== '' && !text.includes('*/') && descriptionOf(text.split('\n')) === text);

const marker = fc.oneof(
  fc.constantFrom(
    '+optional',
    '+listType=map',
    '+kubebuilder:validation:Pattern=`^.*/$`',
    '+kb:schema={"not":{"pattern":"\'*/"}}',
  ),
  fc.stringMatching(/^\+kb:[a-z]{1,10}=[!-~]{1,150}$/),
);

const comment: fc.Arbitrary<Comment> = fc.record({
  description: fc.option(description, { nil: undefined }),
  markers: fc.array(marker, { maxLength: 2 }),
});
const noComment: Comment = { description: undefined, markers: [] };

const literals = fc
  .array(fc.oneof(anyText, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()), {
    minLength: 1,
    maxLength: 12,
  })
  .map((values): TypeExpression => ({ kind: 'literals', values }));

const { type } = fc.letrec<{ type: TypeExpression; member: Member }>((tie) => ({
  member: fc.record({
    name: anyText,
    optional: fc.boolean(),
    comment: fc.oneof({ weight: 3, arbitrary: fc.constant(noComment) }, comment),
    type: tie('type'),
  }),
  type: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .constantFrom('string', 'boolean', 'unknown', 'never')
      .map((keyword): TypeExpression => ({ kind: 'keyword', keyword })),
    typeName.map((name): TypeExpression => ({ kind: 'reference', to: { name, module: '@kb/apimachinery' } })),
    literals,
    tie('type').map((items): TypeExpression => ({ kind: 'list', items })),
    tie('type').map((values): TypeExpression => ({ kind: 'map', values })),
    tie('type').map((of): TypeExpression => ({ kind: 'nullable', of })),
    fc
      .tuple(typeName, fc.array(tie('type'), { minLength: 1, maxLength: 2 }))
      .map(([name, typeArguments]): TypeExpression => ({
        kind: 'reference',
        to: { name, module: '@kb/apimachinery' },
        typeArguments,
      })),
    fc.array(tie('type'), { minLength: 1, maxLength: 4 }).map((of): TypeExpression => ({ kind: 'union', of })),
    fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map((of): TypeExpression => ({ kind: 'intersection', of })),
    fc
      .uniqueArray(tie('member'), { maxLength: 3, selector: ({ name }) => name })
      .map((members): TypeExpression => ({ kind: 'object', members })),
  ),
}));

const member: fc.Arbitrary<Member> = fc.record({ name: anyText, optional: fc.boolean(), comment, type });

/** A type that an interface extends: all of it, or some of its fields. */
function parentOf(name: string): fc.Arbitrary<TypeExpression> {
  const of: TypeExpression = { kind: 'reference', to: { name, module: '@kb/apimachinery', as: `Meta${name}` } };
  const choose = fc.constantFrom('Pick' as const, 'Omit' as const);
  const fields = fc.uniqueArray(anyText, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(of) },
    fc.record({ kind: fc.constant('choice' as const), choose, of: fc.constant(of), fields }),
  );
}

const body: fc.Arbitrary<Declaration['body']> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('interface' as const),
      parents: fc.uniqueArray(typeName, { maxLength: 4 }).chain((names) => fc.tuple(...names.map(parentOf))),
      members: fc.uniqueArray(member, { maxLength: 6, selector: ({ name }) => name }),
      open: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('alias' as const), type }),
);

/** Files of arbitrary declarations. Their types need not be consistent. */
export const anyFile: fc.Arbitrary<ImportedFile> = fc
  .uniqueArray(fc.record({ name: typeName.map((name) => `${name}Of`), comment, body }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ name }) => name,
  })
  .map((declarations) => ({ name: 'thing.types.ts', folderMarkers: ['+kb:allowDangerousTypes'], declarations }));
