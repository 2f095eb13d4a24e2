import type { Area, Sequence, Step } from '../../sequence.ts';
import { del, mergePatch, post, sequence } from '../../steps.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Rule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** A schema with rules in CEL. */
function ruled(schema: object, ...rules: readonly (string | Rule)[]): object {
  return { ...schema, 'x-kubernetes-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)) };
}

const text = { type: 'string' };
const objectOf = (properties: object): object => ({ type: 'object', properties });
const listOf = (items: object, more: object = {}): object => ({ type: 'array', items, ...more });

/** A definition of a kind whose versions have these schemas. */
function definition(kind: string, ...schemas: readonly object[]): object {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.ruled.example.com` },
    spec: {
      group: 'ruled.example.com',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: schemas.map((schema, index) => ({
        name: `v${index + 1}`,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
      })),
    },
  };
}

/** Posts definitions whose specs have these schemas, each of which is refused. */
function refused(...schemas: readonly object[]): Step[] {
  return schemas.map((spec) => post(crds, definition('Bad', objectOf({ spec }))));
}

const compares = ruled(text, 'self == self');

/** Changes the schema of a definition. */
function changeSchema(openAPIV3Schema: object): Step {
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }];
  return mergePatch(`${crds}/changeds.ruled.example.com`, { spec: { versions } });
}

const sequences: readonly Sequence[] = [
  sequence(
    'rules that do not compile',
    ...refused(
      ruled(objectOf({ a: text }), 'self.b == 1', 'self.a ==', 'self.a', 'self.a == 1 && 1 == self', "self.a == '<&>'"),
      ruled(objectOf({ a: text }), {
        rule: "self.a < '<é>' + 1",
        message: 'm',
        reason: 'FieldValueForbidden',
        fieldPath: '.a',
      }),
      ruled(
        objectOf({ a: text }),
        "int('x') == 1",
        'math.abs(1) > 1',
        'self.a.all(x, true)',
        'has(self)',
        '[1, "a"] == []',
      ),
      ruled(
        { 'x-kubernetes-int-or-string': true },
        'self',
        'self.b == 1',
        "self == 1 || self == '1'",
        'size(self) > 1 && self.x',
      ),
    ),
  ),
  sequence(
    'messages of rules that do not compile',
    ...refused(
      ruled(
        text,
        { rule: 'true', messageExpression: 'self.' },
        { rule: 'true', messageExpression: 'self == ""' },
        { rule: 'true', messageExpression: "string(int('x'))" },
        { rule: '1', messageExpression: '1' },
        { rule: 'true', messageExpression: ' ' },
      ),
      ruled({ type: 'integer' }, { rule: 'true', messageExpression: "'is ' + string(self)" }),
    ),
  ),
  sequence(
    'rules that are not compiled',
    ...refused(
      ruled(objectOf({ a: ruled({ type: 'strin' }, 'self.x') }), 'self.x'),
      ruled(objectOf({ a: listOf(text, { 'x-kubernetes-list-type': 'set', uniqueItems: true }) }), 'self.x'),
      ruled(listOf(ruled(text, 'self.x'), { 'x-kubernetes-list-type': 'other' }), 'self.x'),
      ruled(objectOf({ a: { type: 'array' } }), 'self.x'),
      ruled(objectOf({ a: { type: 'integer', default: 'x' } }), 'self.x'),
      ruled(objectOf({ a: text }), ' ', '', { rule: 'self.x', message: ' ' }),
      ruled({ 'x-kubernetes-preserve-unknown-fields': true }, 'self.x'),
      ruled(listOf({ 'x-kubernetes-preserve-unknown-fields': true }), 'self.x'),
    ),
  ),
  sequence(
    'rules with the old value',
    ...refused(
      listOf(ruled(text, 'self == oldSelf')),
      listOf(ruled(text, 'self == oldSelf'), { 'x-kubernetes-list-type': 'set' }),
      listOf(objectOf({ l: listOf(ruled(text, { rule: 'oldSelf.hasValue()', optionalOldSelf: true })) })),
      ruled(
        text,
        { rule: 'true', optionalOldSelf: false },
        { rule: 'true', optionalOldSelf: true, messageExpression: 'oldSelf.value()' },
        { rule: '1 == oldSelf', optionalOldSelf: true },
        { rule: 'self == oldSelf', optionalOldSelf: true },
      ),
    ),
  ),
  sequence(
    'what rules may cost',
    ...refused(
      ...[32, 48, 3178, 3179].map((maxItems) => listOf(compares, { maxItems })),
      listOf(compares),
      { type: 'object', additionalProperties: listOf(compares, { maxItems: 10 }), maxProperties: 4 },
      objectOf({ a: { ...objectOf({ b: compares }), additionalProperties: true } }),
      objectOf(
        // Of equal ones, the real server names any.
        Object.fromEntries(
          Array.from({ length: 13 }, (_, index) => [`a${index}`, listOf(compares, { maxItems: 31 - index })]),
        ),
      ),
      ruled(
        { type: 'array', maxItems: 100, items: text },
        'self.all(x, self.exists(y, x == y))',
        'self.all(x, x.matches("a"))',
      ),
    ),
    post(crds, definition('Cheap', objectOf({ spec: listOf(compares, { maxItems: 31 }) }))),
    del(`${crds}/cheaps.ruled.example.com`, undefined, { quiet: true }),
  ),
  sequence(
    'rules of several versions',
    post(crds, definition('Several', ruled(objectOf({ a: text }), 'self.b'), ruled(objectOf({ a: text }), 'self.c'))),
    post(crds, definition('Several', ruled(objectOf({ a: text }), 'self.b'), ruled(objectOf({ a: text }), 'self.b'))),
  ),
  sequence(
    'rules of what every object has',
    post(
      crds,
      definition(
        'Meta',
        ruled(objectOf({ metadata: objectOf({ name: ruled(text, 'self.x') }) }), 'self.metadata.labels'),
      ),
    ),
    post(crds, definition('Meta', objectOf({ metadata: objectOf({ name: ruled(text, 'self.x') }) }))),
    ...refused({
      ...ruled(objectOf({ metadata: objectOf({ labels: objectOf({}) }) }), 'self.metadata.labels == 1'),
      'x-kubernetes-embedded-resource': true,
    }),
  ),
  sequence(
    'defaults that break rules',
    ...refused(
      ruled({ type: 'integer', default: 3 }, 'self > 5', {
        rule: 'self > 4',
        message: 'm',
        reason: 'FieldValueRequired',
      }),
      ruled({ ...objectOf({ a: text }), default: { a: 'x' } }, 'self.a != oldSelf.a', {
        rule: "self.a == 'y'",
        fieldPath: '.a',
      }),
      ruled({ ...text, default: 'x' }, { rule: 'oldSelf.hasValue()', optionalOldSelf: true }),
      ruled({ ...text, default: 'x' }, 'self.y', "self == 'z'"),
      { ...listOf(ruled(text, "self == 'a'")), default: ['a', 'b'] },
      objectOf({ a: ruled({ ...text, default: 'x' }, "self == 'y'"), b: ruled(text, 'self.x') }),
    ),
  ),
  sequence(
    'changed rules',
    post(crds, definition('Changed', objectOf({ spec: ruled(text, "self != ''") }))),
    changeSchema(objectOf({ spec: ruled(text, 'self.x') })),
    changeSchema(objectOf({ spec: listOf(compares) })),
    changeSchema(objectOf({ spec: ruled({ ...text, default: '' }, "self != ''") })),
    del(`${crds}/changeds.ruled.example.com`, undefined, { quiet: true }),
  ),
];

/** Definitions with rules in CEL: what is refused, and what an accepted definition may have. */
export const ruledDefinitions: Area = { name: 'rules of definitions', sequences };
