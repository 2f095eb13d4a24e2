import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { BenchKind } from './bench-kind.ts';

const text = { type: 'string', maxLength: 64 };

const rules = (...all: readonly string[]): JsonObject => ({
  'x-kubernetes-validations': all.map((rule) => ({ rule, message: 'is refused' })),
});

/** The schema of a server's `spec`, with 20 rules of the kinds that real definitions have. */
const ruledSpec: JsonObject = {
  type: 'object',
  required: ['name', 'replicas', 'protocol', 'ports'],
  properties: {
    name: {
      ...text,
      ...rules("self.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')", 'self.size() >= 2', "!self.endsWith('-')"),
    },
    replicas: { type: 'integer', ...rules('self >= 0', 'self % 2 == 1 || self == 2') },
    minReplicas: { type: 'integer' },
    maxReplicas: { type: 'integer' },
    protocol: { ...text, ...rules("self in ['HTTP', 'HTTPS', 'TCP']") },
    host: { ...text, ...rules("self.startsWith('*.') || !self.contains('*')") },
    timeout: { type: 'string', format: 'duration', ...rules("self <= duration('5m')", "self > duration('0s')") },
    memory: { ...text, ...rules("quantity(self).isGreaterThan(quantity('16Mi'))") },
    tls: {
      type: 'object',
      properties: { mode: text, secret: text },
      ...rules("self.mode == 'Terminate' ? has(self.secret) : true", "!has(self.secret) || self.secret != ''"),
    },
    ports: {
      type: 'array',
      maxItems: 32,
      items: {
        type: 'object',
        required: ['name', 'port'],
        properties: { name: text, port: { type: 'integer', ...rules('self > 0 && self < 65536') }, target: text },
        ...rules("has(self.target) ? self.target != '' : true"),
      },
      ...rules('self.all(a, self.exists_one(b, a.name == b.name))', "self.exists(p, p.name == 'main')"),
    },
  },
  ...rules(
    '!has(self.minReplicas) || !has(self.maxReplicas) || self.minReplicas <= self.maxReplicas',
    "self.protocol != 'HTTPS' || has(self.tls)",
    "has(self.host) || self.protocol == 'TCP'",
    'size(self.ports) <= 16',
  ),
};

/** The definition of servers, with or without the rules. */
const definitionOf = (plural: string, kind: string, spec: JsonValue): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.bench.example.com` },
  spec: {
    group: 'bench.example.com',
    names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', required: ['spec'], properties: { spec } } },
      },
    ],
  },
});

const objectOf = (kind: string): JsonObject => ({
  apiVersion: 'bench.example.com/v1',
  kind,
  metadata: { name: 'shop', labels: { app: 'shop' } },
  spec: {
    name: 'shop',
    replicas: 3,
    minReplicas: 1,
    maxReplicas: 9,
    protocol: 'HTTPS',
    host: 'shop.example.com',
    timeout: '30s',
    memory: '256Mi',
    tls: { mode: 'Terminate', secret: 'shop' },
    ports: [
      { name: 'main', port: 443, target: 'https' },
      { name: 'metrics', port: 9090 },
      { name: 'health', port: 8081, target: 'health' },
    ],
  },
});

const RULES = 20;

/** A kind of ours with rules. */
export const ruledKind: BenchKind = {
  name: `${RULES} rules`,
  definition: definitionOf('servers', 'Server', ruledSpec),
  object: objectOf('Server'),
};

/** The same kind without its rules. */
export const plainKind: BenchKind = {
  name: 'the same without rules',
  definition: definitionOf('plainservers', 'PlainServer', withoutRules(ruledSpec)),
  object: objectOf('PlainServer'),
};

function withoutRules(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withoutRules);
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => keyword !== 'x-kubernetes-validations')
      .map(([keyword, value]) => [keyword, withoutRules(value ?? null)]),
  );
}
