import { describe, expect, test } from 'vitest';
import { defaultProjectPaths, generate, memoryReader, type ProjectFile } from '../../index.ts';

const project: ProjectFile = {
  version: '3',
  domain: 'example.com',
  repo: '',
  projectName: 'shop',
  layout: [],
  paths: defaultProjectPaths,
  resources: [],
};

const imports = `// +groupName=shop.example.com
import type { int32, IntOrString, KubernetesObject, Quantity } from '@kb/apimachinery';
import type { JSONSchemaProps } from '@kb/kubernetes/apiextensions/v1';
import type { Container, PodTemplateSpec } from '@kb/kubernetes/core/v1';
import type { Condition } from '@kb/kubernetes/meta/v1';
`;

/** Returns the problems of a kind's spec, each with its line. */
async function problemsOf(spec: string, more = ''): Promise<string[]> {
  const types = `${imports}${more}
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: {
${spec}
  };
}
`;
  const reader = memoryReader({
    'packages/api/package.json': '{ "name": "@shop/api" }',
    'packages/api/src/shop/v1/index.ts': types,
  });
  const { diagnostics } = await generate({ root: '/shop', project, reader, client: false, builtInDescriptions: false });
  const lines = types.split('\n');
  return diagnostics.map(({ line, message }) => `${lines[line - 1]?.trim()}: ${message}`);
}

describe('accepts what the API server accepts', () => {
  test.each<[what: string, spec: string]>([
    [
      'types of Kubernetes',
      'template: PodTemplateSpec; containers?: Container[]; byName: Record<string, PodTemplateSpec>',
    ],
    ['a list map of a type of Kubernetes', '// +listType=map\n// +listMapKey=type\nconditions: Condition[]'],
    [
      'a default inside of a type of Kubernetes',
      '// +kubebuilder:default={spec: {containers: {{name: a}}}}\ntemplate: PodTemplateSpec',
    ],
    [
      'a path into a type of Kubernetes',
      '// +kubebuilder:validation:XValidation:rule="true",fieldPath=".spec.nodeName"\ntemplate: PodTemplateSpec',
    ],
    ['parts of a type of Kubernetes', "template: Pick<PodTemplateSpec, 'spec'>"],
    [
      'a number or text with a default of either',
      '// +kubebuilder:default=80\na?: IntOrString;\n// +kubebuilder:default="1Gi"\nb?: Quantity',
    ],
    ['null as a default', '// +nullable\n// +default=null\na?: string'],
    ['a key with a default', '// +listType=map\n// +listMapKey=a\nlist: {\n// +kubebuilder:default=x\na?: string }[]'],
  ])('%s', async (_, spec) => {
    expect(await problemsOf(spec)).toEqual([]);
  });
});

describe('reports what the API server refuses', () => {
  test.each<[what: string, spec: string, problems: string[]]>([
    [
      'a default inside of a type of Kubernetes',
      '// +kubebuilder:default={spec: {containers: {{image: a}}}}\ntemplate: PodTemplateSpec',
      [
        '// +kubebuilder:default={spec: {containers: {{image: a}}}}: +kubebuilder:default does not fit: spec.containers[0].name is missing',
      ],
    ],
    [
      'a key that a type of Kubernetes does not have',
      '// +listType=map\n// +listMapKey=nmae\ncontainers: Container[]',
      ['// +listMapKey=nmae: +listMapKey does not fit: ["nmae"]: entries must all be names of item properties'],
    ],
    [
      'a path that leads nowhere in a type of Kubernetes',
      '// +kubebuilder:validation:XValidation:rule="true",fieldPath=".spec"\n// +kubebuilder:validation:XValidation:rule="true",fieldPath=".spce"\ntemplate: PodTemplateSpec',
      [
        '// +kubebuilder:validation:XValidation:rule="true",fieldPath=".spce": +kubebuilder:validation:XValidation does not fit: fieldPath: ".spce": must be a valid path',
      ],
    ],
    [
      'an object of the API that can be anything',
      '// +kubebuilder:validation:EmbeddedResource\na: unknown',
      [
        '// +kubebuilder:validation:EmbeddedResource: +kubebuilder:validation:EmbeddedResource does not fit: must be object if x-kubernetes-embedded-resource is true',
      ],
    ],
    [
      'a marker on the declaration of a type, which is reported once',
      'a: Ports; b: Ports; c: Record<string, Ports[]>',
      ['// +listType=map: +listType does not fit: a list map needs keys, and has none'],
    ],
    [
      'a list map in a branch of a union',
      "source: { type: 'Git';\n// +listType=map\nrefs: { a: string }[] } | { type: 'File'; path: string }",
      ['// +listType=map: +listType does not fit: a list map needs keys, and has none'],
    ],
    [
      'an empty list inside of a default: it is read as an empty object',
      '// +kubebuilder:default={spec: {containers: {}}}\ntemplate: PodTemplateSpec',
      [
        '// +kubebuilder:default={spec: {containers: {}}}: +kubebuilder:default does not fit: spec.containers has to be a list, and is an object',
      ],
    ],
  ])('%s', async (_, spec, problems) => {
    const ports = '// +listType=map\nexport type Ports = { port: int32 }[];';
    expect(await problemsOf(spec, ports)).toEqual(problems);
  });

  test('finds names with brackets in a path', async () => {
    expect(await problemsOf("// +kubebuilder:default=1\n'a].properties[b'?: string;\n'a'?: string")).toEqual([
      '// +kubebuilder:default=1: +kubebuilder:default does not fit: it has to be text, and is a whole number',
    ]);
  });
});

describe('reports the rules in CEL that the API server refuses', () => {
  const XVALIDATION = '// +kubebuilder:validation:XValidation:';

  test.each<[what: string, spec: string, problem: string]>([
    [
      'of a field that is not declared',
      `${XVALIDATION}rule="self.b == 1"\na: { c: string }`,
      "rule does not compile: undefined field 'b' (character 5)",
    ],
    [
      'of another type',
      `${XVALIDATION}rule="self.c"\na: { c: string }`,
      'rule has to be true or false, and is something else',
    ],
    [
      'that compares what cannot be compared, twice',
      `${XVALIDATION}rule="self == 1 && self == 2"\na: string`,
      "rule does not compile: found no matching overload for '_==_' applied to '(string, int)' (character 6); and 1 more",
    ],
    [
      'whose message is not text',
      `${XVALIDATION}rule="self != ''",messageExpression="size(self)"\na: string`,
      'messageExpression has to be text, and is something else',
    ],
    [
      'with a wrong constant',
      `${XVALIDATION}rule="self == string(int('x'))"\na: string`,
      "rule fails for every value: type conversion error from 'string' to 'int'",
    ],
    [
      'that may take long',
      `${XVALIDATION}rule="self.all(x, self.exists(y, x == y))"\na: string[]`,
      'rule is estimated to cost more than 100 times what it may',
    ],
    [
      'with the old value of an element of a list',
      '// +kubebuilder:validation:MaxItems=9\na: Inner[]',
      'rule uses oldSelf inside of a list whose elements have no keys: their old values are not known',
    ],
    [
      'with optionalOldSelf alone',
      `${XVALIDATION}rule="self == ''",optionalOldSelf=true\na: string`,
      'optionalOldSelf is for rules with oldSelf, and this one has none',
    ],
  ])('%s', async (_, spec, problem) => {
    const inner = `${XVALIDATION}rule="self == oldSelf"\n// +kubebuilder:validation:MaxLength=9\nexport type Inner = string;`;
    const [found = '', ...more] = await problemsOf(spec, inner);
    expect(found).toContain(`+kubebuilder:validation:XValidation does not fit: ${problem}`);
    expect(more).toEqual([]);
  });

  test('that a default breaks', async () => {
    const [found = '', ...more] = await problemsOf(
      `${XVALIDATION}rule="self > 5",message="too small"\n// +kubebuilder:default=3\na?: int32`,
    );
    expect(found).toContain('+kubebuilder:default does not fit: ');
    expect(found).toContain('too small');
    expect(more).toEqual([]);
  });

  test('of fields of which at most one may be set', async () => {
    expect(
      await problemsOf(
        'a?: Choice',
        `// +kubebuilder:validation:AtMostOneOf=b;c\nexport interface Choice { b?: string; c?: string }`,
      ),
    ).toEqual([]);
  });
});
