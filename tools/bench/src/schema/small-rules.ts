import type { JsonObject, JsonValue } from '@kb/apimachinery';

/** A small rule with the schema of its value, and a value that it accepts. */
export interface SmallRule {
  readonly rule: string;
  readonly schema: JsonObject;
  readonly value: JsonValue;
  /** The value before the update, for a rule that compares with it. */
  readonly old?: JsonValue;
}

const text: JsonObject = { type: 'string', maxLength: 253 };
const texts: JsonObject = { type: 'array', maxItems: 16, items: text };
const integer: JsonObject = { type: 'integer' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const ports: JsonObject = { type: 'array', maxItems: 16, items: object({ name: text, port: integer }) };
const scale = object({ min: integer, max: integer });
const filter = object({ type: text, cors: object({ credentials: { type: 'boolean' } }) });
const threePorts: JsonValue = [
  { name: 'main', port: 443 },
  { name: 'metrics', port: 9090 },
  { name: 'health', port: 8081 },
];

/** Rules of the kinds that real definitions have most often. */
export const smallRules: readonly SmallRule[] = [
  { rule: 'self == oldSelf', schema: text, value: 'shop.example.com', old: 'shop.example.com' },
  { rule: 'self >= 0 && self < 65536', schema: integer, value: 8080 },
  { rule: 'self.min <= self.max', schema: scale, value: { min: 1, max: 9 } },
  { rule: '!has(self.min) || self.min >= 1', schema: scale, value: { min: 1, max: 9 } },
  { rule: 'has(self.min) || has(self.max)', schema: scale, value: { max: 9 } },
  { rule: "!(has(self.cors) && self.type != 'CORS')", schema: filter, value: { type: 'CORS', cors: {} } },
  { rule: "self.type == 'CORS' ? has(self.cors) : true", schema: filter, value: { type: 'CORS', cors: {} } },
  { rule: "self in ['HTTP', 'HTTPS', 'TCP']", schema: text, value: 'TCP' },
  { rule: "self.startsWith('https://')", schema: text, value: 'https://shop.example.com' },
  { rule: "!('*' in self && self.size() > 1)", schema: texts, value: ['GET', 'PUT', 'POST'] },
  { rule: 'self.all(p, p.port > 0)', schema: ports, value: threePorts },
  { rule: "self.exists(p, p.name == 'main')", schema: ports, value: threePorts },
  { rule: "self.filter(p, p.name == 'main').size() <= 1", schema: ports, value: threePorts },
  { rule: "self.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')", schema: text, value: 'shop-main' },
  { rule: "quantity(self).isGreaterThan(quantity('16Mi'))", schema: text, value: '256Mi' },
  { rule: "self <= duration('5m')", schema: { type: 'string', format: 'duration' }, value: '30s' },
  { rule: 'isURL(self)', schema: text, value: 'https://shop.example.com/orders?page=1' },
];
