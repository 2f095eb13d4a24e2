import {
  type FieldError,
  fieldInvalid,
  forbidden,
  formatFieldError,
  genericError,
  type JsonObject,
  notFound,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { isLabelValue, isQualifiedName } from '@kb/apimachinery/server';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { ensureObject, own, stringsOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';

/** The key of the selector of namespaces without the annotation. */
const DEFAULT = 'clusterDefaultNodeSelector';
const ANNOTATION = 'scheduler.alpha.kubernetes.io/node-selector';

/**
 * PodNodeSelector: the Pods of a namespace run only on the nodes that an annotation of the namespace selects. The
 * configuration has the selector of namespaces without it, and for namespaces the labels that their Pods may select.
 */
export function podNodeSelector({ store }: Pick<ServerContext, 'store'>, document?: JsonObject): AdmissionPlugin {
  const configured = textsIn(document, 'podNodeSelectorPluginConfig');
  const namespaces = store.collection('namespaces');
  /** The labels that a namespace selects. Throws the StatusError of a conflict with those that the Pod selects. */
  const selectorFor = ({ namespace, object }: WriteAttributes): Record<string, string> => {
    const found = namespaces.get('', namespace) ?? refuse(notFound({ group: '', plural: 'namespaces' }, namespace));
    const annotated = found.object.metadata.annotations?.[ANNOTATION];
    const wanted = readSelector(annotated ?? configured.get(DEFAULT) ?? '');
    const given = own(object.spec, 'nodeSelector');
    for (const [key, value] of Object.entries(wanted)) {
      const other = own(given, key);
      if (other === undefined || other === value) continue;
      const why = 'pod node label selector conflicts with its namespace node label selector';
      refuse(forbidden({ group: '', plural: 'pods' }, object.metadata.name ?? '', why));
    }
    return wanted;
  };
  return {
    name: 'PodNodeSelector',
    resources: ['pods'],
    operations: ['CREATE'],
    mutate: (write) => {
      const wanted = selectorFor(write);
      const spec = ensureObject(write.object, 'spec');
      if (Object.keys(wanted).length > 0)
        spec.nodeSelector = { ...wanted, ...stringsOf(ensureObject(spec, 'nodeSelector')) };
    },
    validate: (write) => {
      selectorFor(write);
      const allowed = readSelector(configured.get(write.namespace) ?? '');
      const given = textsIn(write.object.spec, 'nodeSelector');
      const isAllowed = [...given].every(([key, value]) => own(allowed, key) === value);
      if (Object.keys(allowed).length === 0 || isAllowed) return;
      const why = 'pod node label selector labels conflict with its namespace whitelist';
      refuse(forbidden({ group: '', plural: 'pods' }, write.object.metadata.name ?? '', why));
    },
  };
}

/** The texts in a field of an object, by their keys. */
function textsIn(object: unknown, field: string): ReadonlyMap<string, string> {
  const found = own(object, field);
  return new Map(isJsonObject(found) ? Object.entries(stringsOf(found)) : []);
}

/** Reads `a=b,c=d`. Throws the StatusError with Go's message for another text. */
function readSelector(text: string): Record<string, string> {
  if (text === '') return {};
  const entries = text.split(',').map((part): [string, string] => {
    const sides = part.split('=');
    const [key = '', value = ''] = sides.map((side) => side.trim());
    if (sides.length !== 2) refuse(genericError(`invalid selector: [${sides.join(' ')}]`));
    refuseInvalid(isQualifiedName(key).map((problem) => fieldInvalid('<nil>', key, problem)));
    refuseInvalid(isLabelValue(value).map((problem) => fieldInvalid(`[${key}]`, value, problem)));
    return [key, value];
  });
  return Object.fromEntries(entries);
}

function refuseInvalid(errors: readonly FieldError[]): void {
  const texts = errors.map(formatFieldError);
  if (texts.length > 0) refuse(genericError(texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`));
}
