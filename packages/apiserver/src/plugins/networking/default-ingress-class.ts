import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { ensureObject } from '../../objects/api-object.ts';
import { defaultClassOf } from '../shared/default-class.ts';

const ANNOTATION = 'kubernetes.io/ingress.class';

/** DefaultIngressClass: sets the newest default class in an Ingress without one. */
export function defaultIngressClass(server: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const defaultClass = defaultClassOf(server, 'networking.k8s.io/ingressclasses', [
    'ingressclass.kubernetes.io/is-default-class',
  ]);
  return {
    name: 'DefaultIngressClass',
    resources: ['ingresses.networking.k8s.io'],
    operations: ['CREATE'],
    mutate: ({ object }) => {
      const spec = ensureObject(object, 'spec');
      if (spec.ingressClassName !== undefined || object.metadata.annotations?.[ANNOTATION] !== undefined) return;
      const name = defaultClass();
      if (name !== undefined) spec.ingressClassName = name;
    },
  };
}
