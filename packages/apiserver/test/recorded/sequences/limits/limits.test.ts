import { testAreas } from '../../test-areas.ts';
import { limitAreas } from './index.ts';

testAreas(limitAreas);
