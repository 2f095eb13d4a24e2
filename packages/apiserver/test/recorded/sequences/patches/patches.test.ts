import { testAreas } from '../../test-areas.ts';
import { patchAreas } from './index.ts';

testAreas(patchAreas);
