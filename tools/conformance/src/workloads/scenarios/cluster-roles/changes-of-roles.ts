import type { Scenario } from '../scenario.ts';
import { settle } from '../steps.ts';
import { deleteRole, gathering, patchRole, read, role, selector } from './cluster-role-steps.ts';

const held = { finalizers: ['example.com/held'] };

/** What happens to gathered rules when roles, labels and selectors change. */
export const changedRoleScenarios: readonly Scenario[] = [
  {
    name: 'role-labelled-later',
    steps: [
      role('a', {}, { rules: [read(['pods'])] }),
      gathering('all', [selector({ to: 'all' })]),
      settle,
      patchRole('a', { metadata: { labels: { to: 'all' } } }),
      settle,
    ],
  },
  {
    name: 'role-selector-changed',
    steps: [
      role('a', { to: 'one' }, { rules: [read(['pods'])] }),
      role('b', { to: 'two' }, { rules: [read(['nodes'])] }),
      gathering('all', [selector({ to: 'one' })]),
      settle,
      patchRole('all', { aggregationRule: { clusterRoleSelectors: [selector({ to: 'two' })] } }),
      settle,
    ],
  },
  {
    // The rules come in the order of the selectors.
    name: 'role-selectors-in-another-order',
    steps: [
      role('a', { to: 'one' }, { rules: [read(['pods'])] }),
      role('b', { to: 'two' }, { rules: [read(['nodes'])] }),
      gathering('all', [selector({ to: 'one' }), selector({ to: 'two' })]),
      settle,
      patchRole('all', {
        aggregationRule: { clusterRoleSelectors: [selector({ to: 'two' }), selector({ to: 'one' })] },
      }),
      settle,
    ],
  },
  {
    name: 'role-rules-in-another-order',
    steps: [
      role('a', { to: 'all' }, { rules: [read(['pods']), read(['nodes'])] }),
      gathering('all', [selector({ to: 'all' })]),
      settle,
      patchRole('a', { rules: [read(['nodes']), read(['pods'])] }),
      settle,
    ],
  },
  {
    // A rule moves to the front when a role that comes first has it too.
    name: 'role-with-a-rule-of-another',
    steps: [
      role('b', { to: 'all' }, { rules: [read(['nodes']), read(['pods'])] }),
      gathering('all', [selector({ to: 'all' })]),
      settle,
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      settle,
    ],
  },
  {
    // The rules of a role that begins to gather are replaced; its labels and annotations stay.
    name: 'role-begins-to-gather',
    steps: [
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      role('all', { team: 'x' }, { rules: [read(['secrets'])] }),
      settle,
      patchRole('all', { aggregationRule: { clusterRoleSelectors: [selector({ to: 'all' })] } }),
      settle,
    ],
  },
  {
    name: 'role-begins-to-gather-itself-emptied',
    steps: [
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      role('all', {}, { rules: [] }),
      settle,
      patchRole('all', { aggregationRule: { clusterRoleSelectors: [selector({ to: 'all' })] } }),
      settle,
    ],
  },
  {
    name: 'role-gathered-by-two',
    steps: [
      gathering('first', [selector({ to: 'all' })]),
      gathering('second', [selector({ to: 'all' }), selector({ to: 'second' })]),
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      role('b', { to: 'second' }, { rules: [read(['nodes'])] }),
      settle,
      patchRole('a', { rules: [read(['events'])] }),
      settle,
    ],
  },
  {
    // What is taken away at the end of a chain is taken away from all of it.
    name: 'role-chain-loses-a-rule',
    steps: [
      gathering('admin', [selector({ to: 'admin' })]),
      gathering('edit', [selector({ to: 'edit' })], {}, { to: 'admin' }),
      role('a', { to: 'edit' }, { rules: [read(['pods']), read(['secrets'])] }),
      settle,
      patchRole('a', { rules: [read(['pods'])] }),
      settle,
    ],
  },
  {
    name: 'role-chain-broken',
    steps: [
      gathering('admin', [selector({ to: 'admin' })]),
      gathering('edit', [selector({ to: 'edit' })], {}, { to: 'admin' }),
      role('a', { to: 'edit' }, { rules: [read(['pods'])] }),
      role('b', { to: 'admin' }, { rules: [read(['nodes'])] }),
      settle,
      deleteRole('edit'),
      settle,
    ],
  },
  {
    // Each keeps what it has got from the other.
    name: 'role-circle',
    steps: [
      gathering('first', [selector({ to: 'first' })], {}, { to: 'second' }),
      gathering('second', [selector({ to: 'second' })], {}, { to: 'first' }),
      role('a', { to: 'first' }, { rules: [read(['pods'])] }),
      settle,
      deleteRole('a'),
      settle,
    ],
  },
  {
    name: 'role-made-again',
    steps: [
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      gathering('all', [selector({ to: 'all' })]),
      settle,
      deleteRole('all'),
      gathering('all', [selector({ to: 'all' })]),
      settle,
    ],
  },
  {
    // A role counts until it is gone.
    name: 'role-held',
    steps: [
      gathering('all', [selector({ to: 'all' })]),
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      patchRole('a', { metadata: held }),
      settle,
      deleteRole('a'),
      settle,
      patchRole('a', { rules: [read(['nodes'])] }),
      settle,
    ],
  },
  {
    // It is still written while it is being deleted.
    name: 'role-that-gathers-held',
    steps: [
      gathering('all', [selector({ to: 'all' })]),
      patchRole('all', { metadata: held }),
      settle,
      deleteRole('all'),
      settle,
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      settle,
    ],
  },
  {
    name: 'role-without-selectors',
    steps: [
      role('a', { to: 'all' }, { rules: [read(['pods'])] }),
      gathering('all', [selector({ to: 'all' })]),
      settle,
      patchRole('all', {
        metadata: { labels: { other: 'x' } },
        aggregationRule: { clusterRoleSelectors: [selector({ to: 'nobody' })] },
      }),
      settle,
    ],
  },
];
