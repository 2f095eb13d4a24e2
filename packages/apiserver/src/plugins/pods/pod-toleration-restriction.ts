import { genericError, type JsonObject, notFound } from '@kb/apimachinery';
import { JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { qosClassOf } from '../../kinds/core/pod/qos-class.ts';
import { ensureObject, objectsIn, own } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { namedGoType } from '../../serializer/compile-go-type.ts';
import { fieldTypes } from '../../serializer/declared-types.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';
import { DecodeError } from '../../serializer/decode-error.ts';
import { listType } from '../../serializer/go-collections.ts';
import { type ConfigurationType, decodeConfiguration } from '../configuration/plugin-configurations.ts';
import { includesToleration, mergeTolerations } from '../shared/merge-tolerations.ts';

const PREFIX = 'scheduler.alpha.kubernetes.io/';
const DEFAULTS = `${PREFIX}defaultTolerations`;
const ALLOWED = `${PREFIX}tolerationsWhitelist`;

const tolerations = fieldTypes.list(fieldTypes.named('core/v1.Toleration'));
const type: ConfigurationType = {
  apiVersions: ['podtolerationrestriction.admission.k8s.io/v1alpha1'],
  kind: 'Configuration',
  fields: {
    name: 'toleration-restriction',
    goName: 'v1alpha1',
    structs: {
      Configuration: [
        ['default', tolerations],
        ['whitelist', tolerations],
      ],
    },
  },
  isStrict: false,
};

/**
 * PodTolerationRestriction: gives Pods the default tolerations of their namespace, and refuses those with a toleration
 * that the namespace does not allow. Annotations of the namespace say both; without them the configuration.
 */
export function podTolerationRestriction(
  { store }: Pick<ServerContext, 'store'>,
  document?: JsonObject,
): AdmissionPlugin {
  const configured = document === undefined ? {} : decodeConfiguration(document, type);
  const namespaces = store.collection('namespaces');
  const annotated = (namespace: string, key: string): JsonObject[] | undefined => {
    const found = namespaces.get('', namespace) ?? refuse(notFound({ group: '', plural: 'namespaces' }, namespace));
    const text = found.object.metadata.annotations?.[key];
    return text === undefined ? undefined : readTolerations(text);
  };
  const check = ({ namespace, object }: WriteAttributes): void => {
    const given = objectsIn(own(object.spec, 'tolerations'));
    if (given.length === 0) return;
    const named = annotated(namespace, ALLOWED);
    const allowed = named ?? objectsIn(own(configured, 'whitelist'));
    if (allowed.length === 0 || given.every((one) => allowed.some((wide) => includesToleration(wide, one)))) return;
    const scope = named === undefined ? 'cluster' : 'namespace';
    refuse(
      genericError(
        `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`,
      ),
    );
  };
  return {
    name: 'PodTolerationRestriction',
    resources: ['pods'],
    mutate: (write) => {
      const { object, operation, namespace } = write;
      const extra =
        operation === 'CREATE' ? [...(annotated(namespace, DEFAULTS) ?? objectsIn(own(configured, 'default')))] : [];
      if (qosClassOf(object) !== 'BestEffort')
        extra.push({ key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' });
      if (extra.length > 0) {
        const spec = ensureObject(object, 'spec');
        spec.tolerations = mergeTolerations(objectsIn(spec.tolerations), extra);
      }
      check(write);
    },
    validate: check,
  };
}

/** Reads the tolerations of an annotation. Throws the StatusError with Go's message for another text. */
function readTolerations(text: string): JsonObject[] {
  if (text === '') return [];
  try {
    const list = listType(() => namedGoType('core/v1.Toleration'), '[]v1.Toleration');
    return objectsIn(list.decode(parseJson(text), new DecodeContext()));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError || error instanceof DecodeError)) throw error;
    return refuse(genericError(error.message));
  }
}
