import { testAreas } from '../../test-areas.ts';
import { listAreas } from './index.ts';

testAreas(listAreas);
