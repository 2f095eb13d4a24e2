/** The API group of the definitions that stay during the measurement. */
export const KINDS_GROUP = 'crowd.example.com';
/** How many kinds of the group have objects. */
export const CUSTOM_KINDS = 10;
/** The path of all ConfigMaps. */
export const CONFIG_MAPS = '/api/v1/configmaps';

const FIELDS = 20;

/** Returns the name of an object by its number; names sort by number. */
export const nameOf = (index: number): string => `o-${String(index).padStart(7, '0')}`;

/** Returns a ConfigMap of about 1 KB. One in a hundred has the same label. */
export const configMap = (index: number, text = 'a', metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: nameOf(index), labels: { app: `app-${index % 100}` }, ...metadata },
  data: { text, filler: 'x'.repeat(650) },
});

/** Returns a ConfigMap of about 1 MB, with 10,000 values. */
export const largeConfigMap = (text: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'large' },
  data: Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`key-${index}`, `${text} ${'x'.repeat(80)}`] as const),
  ),
});

/** Returns an object of about 1 KB, of a kind from {@link definition}. */
export const customObject = (group: string, kind: number, index: number, metadata: object = {}) => ({
  apiVersion: `${group}/v1`,
  kind: `Thing${kind}`,
  metadata: { name: nameOf(index), labels: { app: `app-${index % 100}` }, ...metadata },
  spec: Object.fromEntries(
    Array.from({ length: FIELDS }, (_, field) => [`field${field}`, `value ${index} of the field`] as const),
  ),
});

/** Returns the definition of a kind with a few fields. */
export function definition(group: string, index: number, description = 'A text of the Thing.') {
  const singular = `thing${index}`;
  const text = { type: 'string', description };
  const fields = Object.fromEntries(Array.from({ length: FIELDS }, (_, field) => [`field${field}`, text] as const));
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: `${singular}s`, kind: `Thing${index}`, singular, listKind: `Thing${index}List` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: fields } } } },
        },
      ],
    },
  };
}
