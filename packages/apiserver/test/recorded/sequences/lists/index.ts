import type { Area } from '../../sequence.ts';
import { history } from './history.ts';
import { lists } from './lists.ts';
import { listOptions } from './options.ts';
import { pages } from './pages.ts';
import { listVersions } from './versions.ts';

/** Lists: which state they show, how much of it, and in which order. */
export const listAreas: readonly Area[] = [lists, listVersions, listOptions, pages, history];
