import type { ChosenObject } from './about.ts';
import { chosenCosts } from './chosen-costs.ts';
import { chosenFailures } from './chosen-failures.ts';
import { chosenKeys } from './chosen-keys.ts';
import { chosenLists } from './chosen-lists.ts';
import { chosenMessages } from './chosen-messages.ts';
import { chosenPaths } from './chosen-paths.ts';
import { chosenRatcheting } from './chosen-ratcheting.ts';
import { chosenTransitions } from './chosen-transitions.ts';
import { chosenVerdicts } from './chosen-verdicts.ts';
import { chosenViews } from './chosen-views.ts';

/** Objects for each rule about how rules judge. */
export const chosenObjects: readonly ChosenObject[] = [
  ...chosenVerdicts,
  ...chosenMessages,
  ...chosenFailures,
  ...chosenTransitions,
  ...chosenKeys,
  ...chosenPaths,
  ...chosenRatcheting,
  ...chosenCosts,
  ...chosenViews,
  ...chosenLists,
];
