import { expect, test } from 'vitest';
import { conditionOf, type Parts, type Switch } from './conditions.ts';
import { mergeVariants, UnexplainedDifference } from './merge-variants.ts';
import { printTemplate } from './print-template.ts';
import { expression } from './template.ts';

const variants: Parts[] = [
  [],
  ['prometheus'],
  ['webhook'],
  ['webhook', 'certManager'],
  ['webhook', 'ownCertificates'],
].map((parts) => new Set(parts as Switch[]));
const all = variants.map(() => true);

test.each([
  { there: [1, 1, 1, 1, 1], condition: '' },
  { there: [0, 1, 0, 0, 0], condition: '(and .Values.metrics.enabled .Values.prometheus.enabled)' },
  { there: [0, 0, 1, 1, 1], condition: '.Values.webhook.enabled' },
  { there: [1, 1, 0, 0, 0], condition: '(not .Values.webhook.enabled)' },
  {
    there: [0, 0, 1, 1, 0],
    condition: '(and .Values.webhook.enabled (not (and .Values.webhook.enabled .Values.ownCertificates.enabled)))',
  },
  { there: [0, 1, 1, 0, 0], condition: undefined },
])('$there is explained by $condition', ({ there, condition }) => {
  expect(
    conditionOf(
      there.map((one) => one === 1),
      all,
      variants,
    ),
  ).toBe(condition);
});

test('what is around a thing needs no condition again', () => {
  const mask = [false, false, true, true, true];
  expect(conditionOf(mask, mask, variants)).toBe('');
});

test('renderings become one template, in which neighbours share a condition', () => {
  const container = (args: string[], more: object = {}): object => ({ args, name: 'manager', ...more });
  const objects = [
    container(['--a']),
    container(['--a']),
    container(['--a', '--hooks', '--port'], { mounts: [{ name: 'certs', path: '/certs' }] }),
    container(['--a', '--hooks', '--port'], { mounts: [{ name: 'certs', path: '/certs' }] }),
    container(['--a', '--hooks', '--port'], { mounts: [{ name: 'certs', path: '/own' }] }),
  ];
  const template = mergeVariants(JSON.parse(JSON.stringify(objects)), all, variants);
  expect(printTemplate(template)).toBe(`args:
- --a
{{- if .Values.webhook.enabled }}
- --hooks
- --port
{{- end }}
name: manager
{{- if .Values.webhook.enabled }}
mounts:
- name: certs
  {{- if not (and .Values.webhook.enabled .Values.ownCertificates.enabled) }}
  path: /certs
  {{- else }}
  path: /own
  {{- end }}
{{- end }}
`);
});

test('a list whose items all depend on conditions is left out with them', () => {
  const template = mergeVariants([{ a: [] }, { a: [] }, { a: ['x'] }, { a: ['x'] }, { a: ['x'] }], all, variants);
  expect(printTemplate(template)).toBe('{{- if .Values.webhook.enabled }}\na:\n- x\n{{- end }}\n');
});

test('a difference that no part explains is an error', () => {
  expect(() => mergeVariants(['a', 'b', 'b', 'a', 'a'], all, variants)).toThrow(UnexplainedDifference);
});

test('braces of texts are not those of Helm', () => {
  const text = { description: 'Such as {{ .Values.a }}, and }}.' };
  expect(printTemplate({ is: 'literal', value: text })).toBe('description: Such as {{ "{{" }} .Values.a }}, and }}.\n');
  expect(printTemplate({ is: 'map', entries: [{ key: 'a', node: expression('{{ .Values.a }}') }] })).toBe(
    'a: {{ .Values.a }}\n',
  );
});
