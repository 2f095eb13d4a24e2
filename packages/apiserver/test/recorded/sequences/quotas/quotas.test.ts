import { testAreas } from '../../test-areas.ts';
import { quotaAreas } from './index.ts';

testAreas(quotaAreas);
