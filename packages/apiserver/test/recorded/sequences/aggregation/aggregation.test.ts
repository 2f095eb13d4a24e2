import { testAreas } from '../../test-areas.ts';
import { aggregationAreas } from './index.ts';

testAreas(aggregationAreas);
