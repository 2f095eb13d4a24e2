import { testAreas } from '../../test-areas.ts';
import { applyAreas } from './index.ts';

testAreas(applyAreas);
