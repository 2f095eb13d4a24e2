// What must, and what must not, type-check with this scenario's types and client. Checked by client/generated-clients.test.ts.
import type { RawExtension } from '@kb/apimachinery';
import type { ShopSpec } from '@shop/api/shop/v1';
import type { ShopApply } from '@shop/client/shop/v1';

const name = 'anna';

/** One of two fields is there, as the schema has it. */
export const specs: ShopSpec[] = [
  { name, open: true, till: { drawers: 2 } },
  { name, open: true, desk: {}, names: ['a', null], free: [null], nothing: {} },
  // @ts-expect-error: none of the two
  { name, open: true },
  // @ts-expect-error: both
  { name, open: true, till: {}, desk: {} },
  // @ts-expect-error: an object without fields has none
  { name, open: true, till: {}, nothing: { a: 1 } },
  // @ts-expect-error: an embedded object has a kind
  { name, open: true, till: {}, template: { apiVersion: 'v1', metadata: {} } },
];

/** What is applied of an embedded object is as free as the object is. */
export const applied: ShopApply = {
  metadata: { name },
  spec: {
    template: { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers: [{ name, ports: [1] }] } },
    names: [name, null],
    port: 80,
  },
};

/** What was read can be applied as it is, lists of free objects too. */
export function again(template: RawExtension): ShopApply {
  return { metadata: { name }, spec: { template: { apiVersion: 'v1', kind: 'Pod', ...template } } };
}
