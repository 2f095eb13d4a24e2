import fc from 'fast-check';
import type { MarkerDefinition, MarkerTarget } from '../markers/define/marker-definition.ts';
import { markerDefinitions } from '../markers/definitions/registry.ts';

/** A marker as a comment may have it, right or wrong. */
export interface MarkerLine {
  readonly target: MarkerTarget;
  readonly text: string;
}

/** Names of markers that together take every type of argument, and check only the types of their values. */
const names = [
  'default',
  'kubebuilder:default',
  'kubebuilder:example',
  'kubebuilder:validation:Enum',
  'kubebuilder:validation:ExclusiveMaximum',
  'kubebuilder:validation:Format',
  'kubebuilder:validation:MinLength',
  'kubebuilder:validation:Minimum',
  'kubebuilder:validation:items:Format',
  'kubebuilder:webhook',
];

const piece = fc.constantFrom(
  'a',
  'bc',
  'é',
  '_a',
  'a.b',
  'a-b',
  'truely',
  'null',
  '*',
  '/',
  '(',
  '[',
  'https://a.b',
  "'x'",
  '1',
  '-1',
  '1.5',
  '010',
  '0x1F',
  '1e3',
  '.5',
  '5.',
  '1_0',
  '0b1',
  '-',
  '12abc',
  '100Mi',
  '2024-01-15',
  'true',
  'false',
  '"q"',
  '`r`',
  '"a\\"b"',
  '"a;b"',
  '"\\x41"',
  '{}',
  '{a: 1}',
  '{1,2}',
  'a;b',
  '{',
  '}',
  ',',
  ';',
  ':',
  '=',
  ' ',
);
const value = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

/** Lines that may be markers: existing names, with arguments of every sort. */
export const markerLines: fc.Arbitrary<MarkerLine> = fc
  .constantFrom(...markerDefinitions.filter(({ name }) => names.includes(name)))
  .chain((definition) =>
    fc.tuple(fc.constantFrom('=', '=', '=', ':=', ''), argumentsOf(definition)).map(([separator, given]) => ({
      target: definition.targets[0] ?? 'field',
      text: `+${definition.name}${definition.arguments.kind === 'named' ? ':' : separator}${given}`.trim(),
    })),
  );

function argumentsOf({ arguments: taken }: MarkerDefinition): fc.Arbitrary<string> {
  if (taken.kind !== 'named') return value;
  const given = fc.tuple(fc.constantFrom('x', ...taken.arguments.map(({ name }) => name)), value);
  return fc.array(given, { minLength: 1, maxLength: 4 }).map((all) => all.map((each) => each.join('=')).join(','));
}
