import { type ApiObject, ensureObject, isJsonObject, objectsIn, own, stringOf } from '../objects/api-object.ts';
import { setDefaults, setTextDefaults } from './set-default.ts';

/** The defaults of a CustomResourceDefinition. */
export function defaultCustomResourceDefinition(crd: ApiObject): void {
  const spec = ensureObject(crd, 'spec');
  const names = ensureObject(spec, 'names');
  const kind = stringOf(names.kind);
  if (kind !== '') setTextDefaults(names, { singular: kind.toLowerCase(), listKind: `${kind}List` });
  const conversion = ensureObject(spec, 'conversion');
  setTextDefaults(conversion, { strategy: 'None' });
  const service = own(own(conversion.webhook, 'clientConfig'), 'service');
  if (isJsonObject(service)) setDefaults(service, { port: 443 });
  const status = ensureObject(crd, 'status');
  if (!Array.isArray(status.storedVersions) || status.storedVersions.length === 0) {
    const storage = objectsIn(spec.versions).find((version) => version.storage === true)?.name;
    if (typeof storage === 'string') status.storedVersions = [storage];
  }
}
