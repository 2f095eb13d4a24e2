import { testAreas } from '../../test-areas.ts';
import { kindAreas } from './index.ts';

testAreas(kindAreas);
