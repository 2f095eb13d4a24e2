import { validatingAdmissionPolicies } from '@kb/kubernetes/admissionregistration/v1';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { type Controller, controllerFor } from '@kb/runtime';
import { optionsOf } from '../../simulation.ts';
import { warningsOf } from './policy-warnings.ts';

const NAME = 'validatingadmissionpolicy-status';

/**
 * Creates the controller that checks the types in the expressions of ValidatingAdmissionPolicies, and writes what it
 * finds into their statuses.
 */
export function admissionPolicyController(): Controller {
  return controllerFor(validatingAdmissionPolicies)
    .named(NAME)
    .reads(customResourceDefinitions)
    .withOptions({ ...optionsOf('kube-controller-manager'), fieldManager: NAME })
    .reconcile(async ({ key, client }) => {
      const policy = client.cached(validatingAdmissionPolicies).get(key);
      const generation = policy?.metadata.generation ?? 0;
      if (policy?.spec === undefined || generation <= (policy.status?.observedGeneration ?? 0)) return;
      const definitions = client.cached(customResourceDefinitions).list();
      const expressionWarnings = await warningsOf(policy.spec, definitions);
      const status = {
        observedGeneration: generation,
        typeChecking: { ...(expressionWarnings.length > 0 && { expressionWarnings }) },
      };
      await client.applyStatus(validatingAdmissionPolicies, { metadata: { name: key.name }, status }, { force: true });
    });
}
