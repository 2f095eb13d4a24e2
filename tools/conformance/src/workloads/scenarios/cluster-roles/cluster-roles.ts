import type { Scenario } from '../scenario.ts';
import { settle } from '../steps.ts';
import { deleteRole, gathering, patchRole, read, role, selector } from './cluster-role-steps.ts';

/** What the controller that aggregates ClusterRoles writes. */
export const clusterRoleScenarios: readonly Scenario[] = [
  {
    // Selectors in their order, roles in the order of their names, each rule once.
    name: 'role-gathers',
    steps: [
      role('c', { to: 'one' }, { rules: [read(['pods']), read(['secrets'])] }),
      role('a', { to: 'two' }, { rules: [read(['nodes']), read(['pods'])] }),
      role('b', { to: 'one' }, { rules: [read(['secrets']), read(['pods', 'secrets']), read(['secrets', 'pods'])] }),
      role('d', { to: 'none' }, { rules: [read(['events'])] }),
      role('e', { to: 'one' }, { rules: [{ nonResourceURLs: ['/healthz'], verbs: ['get'] }] }),
      gathering('all', [selector({ to: 'one' }), selector({ to: 'two' }), selector({ to: 'one' })]),
      settle,
    ],
  },
  {
    name: 'role-gathers-by-expression',
    steps: [
      role('a', { to: 'one' }, { rules: [read(['pods'])] }),
      role('b', { to: 'two' }, { rules: [read(['nodes'])] }),
      role('c', {}, { rules: [read(['events'])] }),
      gathering('some', [selector({}, { matchExpressions: [{ key: 'to', operator: 'NotIn', values: ['two'] }] })]),
      settle,
    ],
  },
  {
    name: 'role-follows',
    steps: [
      gathering('all', [selector({ to: 'all' })]),
      settle,
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      role('b', { to: 'all' }, { rules: [read(['nodes'])] }),
      role('c', { to: 'all' }, { rules: [read(['events'])] }),
      settle,
      patchRole('a', { rules: [read(['pods', 'secrets'])] }),
      patchRole('b', { metadata: { labels: { to: null } } }),
      deleteRole('c'),
      settle,
    ],
  },
  {
    // Nothing is left to gather.
    name: 'role-emptied',
    steps: [
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      gathering('all', [selector({ to: 'all' })]),
      settle,
      deleteRole('a'),
      settle,
    ],
  },
  {
    // A chain, as from view to edit to admin.
    name: 'role-gathers-gathered',
    steps: [
      gathering('admin', [selector({ to: 'admin' })]),
      gathering('edit', [selector({ to: 'edit' })], {}, { to: 'admin' }),
      gathering('view', [selector({ to: 'view' })], {}, { to: 'edit' }),
      settle,
      role('a', { to: 'view' }, { rules: [read(['pods'])] }),
      role('b', { to: 'edit' }, { rules: [read(['nodes'])] }),
      settle,
    ],
  },
  {
    name: 'role-gathers-itself',
    steps: [
      gathering('all', [selector({})], { rules: [read(['pods'])] }),
      settle,
      role('a', {}, { rules: [read(['nodes'])] }),
      settle,
    ],
  },
  {
    // Rules that another client wrote.
    name: 'role-overwritten',
    steps: [
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      gathering('all', [selector({ to: 'all' })], { rules: [read(['secrets'])] }),
      settle,
      patchRole('all', { rules: [read(['nodes'])] }),
      settle,
    ],
  },
  {
    // Without anything to gather the rules stay, since another manager owns them.
    name: 'role-keeps-own-rules',
    steps: [gathering('all', [selector({ to: 'nobody' })], { rules: [read(['pods'])] }), settle],
  },
  {
    name: 'role-no-longer-gathers',
    steps: [
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      gathering('all', [selector({ to: 'all' })]),
      settle,
      patchRole('all', { aggregationRule: null }),
      patchRole('a', { rules: [read(['nodes'])] }),
      settle,
    ],
  },
];
