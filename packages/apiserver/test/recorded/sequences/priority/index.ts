import type { Area } from '../../sequence.ts';
import { namespaceWrites } from './lifecycle.ts';
import { priorities } from './priority.ts';

/** Priority, and NamespaceLifecycle. */
export const priorityAreas: readonly Area[] = [priorities, namespaceWrites];
