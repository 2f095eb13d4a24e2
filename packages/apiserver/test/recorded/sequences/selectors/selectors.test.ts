import { testAreas } from '../../test-areas.ts';
import { selectorAreas } from './index.ts';

testAreas(selectorAreas);
