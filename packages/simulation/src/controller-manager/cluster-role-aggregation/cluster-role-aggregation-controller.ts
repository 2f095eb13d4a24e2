import { keyOf, type ObjectKey } from '@kb/apimachinery';
import { SelectorError } from '@kb/apimachinery/selectors';
import { clusterRoles } from '@kb/kubernetes/rbac/v1';
import { asReconciler, type CachedReads, type Controller, newController } from '@kb/runtime';
import { optionsOf } from '../../simulation.ts';
import { aggregateRules, equalRules, isGathered, type LiveClusterRole } from './aggregate-rules.ts';

const NAME = 'clusterrole-aggregation-controller';

/** The index of the roles that have an aggregation rule, all under one value. */
const [AGGREGATED, YES] = ['aggregated', 'yes'];

/**
 * Creates the controller that fills in the rules of ClusterRoles with an aggregation rule, such as `admin`, `edit` and
 * `view`. Changes of roles that no aggregation rule selects wake nothing.
 */
export function clusterRoleAggregationController(): Controller {
  return newController()
    .named(NAME)
    .indexes(clusterRoles, AGGREGATED, ({ aggregationRule }) => (aggregationRule ? [YES] : []))
    .watches(clusterRoles, rolesThatGather)
    .withOptions({ ...optionsOf('kube-controller-manager', 5), fieldManager: NAME })
    .reconcile(
      asReconciler(clusterRoles, async (role, { client }) => {
        if (!role.aggregationRule) return;
        const rules = aggregateRules(role, client.cached(clusterRoles).list());
        if (equalRules(rules, role.rules ?? [])) return;
        const { name } = role.metadata;
        await client.apply(clusterRoles, { metadata: { name }, ...(rules.length > 0 && { rules }) }, { force: true });
      }),
    );
}

/** Returns the roles with an aggregation rule that selects a role, and the role itself if it has one. */
function rolesThatGather(role: LiveClusterRole, { cached }: CachedReads): ObjectKey[] {
  return cached(clusterRoles)
    .byIndex(AGGREGATED, YES)
    .filter((other) => other.metadata.name === role.metadata.name || mayGather(role, other))
    .map(keyOf);
}

/** Also true if a selector is invalid, so that the reconcile reports it. */
function mayGather(role: LiveClusterRole, by: LiveClusterRole): boolean {
  try {
    return isGathered(role, by);
  } catch (error) {
    if (error instanceof SelectorError) return true;
    throw error;
  }
}
