import { type FieldError, fieldInvalid, forbidden, formatFieldError, genericError, notFound } from '@kb/apimachinery';
import { isLabelValue, isQualifiedName } from '@kb/apimachinery/server';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { ensureObject, own, stringsOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';

const ANNOTATION = 'scheduler.alpha.kubernetes.io/node-selector';

/** PodNodeSelector: the Pods of a namespace run only on the nodes that an annotation of the namespace selects. */
export function podNodeSelector({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const namespaces = store.collection('namespaces');
  /** The labels that a namespace selects. Throws the StatusError of a conflict with those that the Pod selects. */
  const selectorFor = ({ namespace, object }: WriteAttributes): Record<string, string> => {
    const found = namespaces.get('', namespace) ?? refuse(notFound({ group: '', plural: 'namespaces' }, namespace));
    const wanted = readSelector(found.object.metadata.annotations?.[ANNOTATION] ?? '');
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
    validate: (write) => void selectorFor(write),
  };
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
