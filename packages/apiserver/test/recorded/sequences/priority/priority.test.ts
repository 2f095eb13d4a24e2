import { testAreas } from '../../test-areas.ts';
import { priorityAreas } from './index.ts';

testAreas(priorityAreas);
