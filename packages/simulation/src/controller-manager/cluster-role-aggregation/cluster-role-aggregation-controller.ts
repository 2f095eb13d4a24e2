import { keyOf, type ObjectKey } from '@kb/apimachinery';
import { SelectorError } from '@kb/apimachinery/selectors';
import { clusterRoles } from '@kb/kubernetes/rbac/v1';
import { asReconciler, type CachedReads, type Controller, newController } from '@kb/runtime';
import { optionsOf } from '../../simulation.ts';
import { aggregateRules, equalRules, isGathered, type LiveClusterRole } from './aggregate-rules.ts';

const NAME = 'clusterrole-aggregation-controller';

/** The index of the roles that have an aggregation rule, all under one value. */
const [AGGREGATED, YES] = ['aggregated', 'yes'];

/** From this number of rules on, a role is not written again at once. */
const LARGE = 200;
const PAUSE_MS_PER_RULE = 0.1;

/**
 * The pause after a write of a role, in milliseconds. The whole role is written each time: without the pause, many new
 * roles would cost as much as the square of their number. With it, those of a pause are gathered by one write.
 */
const pauseAfter = ({ rules }: LiveClusterRole): number => Math.ceil((rules?.length ?? 0) * PAUSE_MS_PER_RULE);

/**
 * Creates the controller that fills in the rules of ClusterRoles with an aggregation rule, such as `admin`, `edit` and
 * `view`. Changes of roles that no aggregation rule selects wake nothing.
 */
export function clusterRoleAggregationController(): Controller {
  const written = new Map<string, number>();
  return newController()
    .named(NAME)
    .indexes(clusterRoles, AGGREGATED, ({ aggregationRule }) => (aggregationRule ? [YES] : []))
    .watches(clusterRoles, rolesThatGather)
    .withOptions({ ...optionsOf('kube-controller-manager', 5), fieldManager: NAME })
    .reconcile(
      asReconciler(clusterRoles, async (role, { client, now }) => {
        const { name } = role.metadata;
        if (!role.aggregationRule) return undefined;
        const wait = (written.get(name) ?? -Infinity) + pauseAfter(role) - now();
        if (wait > 0) return { requeueAfter: wait };
        const rules = aggregateRules(role, client.cached(clusterRoles).list());
        written.delete(name);
        if (equalRules(rules, role.rules ?? [])) return undefined;
        if (rules.length >= LARGE) written.set(name, now());
        await client.apply(clusterRoles, { metadata: { name }, ...(rules.length > 0 && { rules }) }, { force: true });
        return undefined;
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
