import { testAreas } from '../../test-areas.ts';
import { objectAreas } from './index.ts';

testAreas(objectAreas);
