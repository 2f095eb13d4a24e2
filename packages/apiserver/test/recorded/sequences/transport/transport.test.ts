import { testAreas } from '../../test-areas.ts';
import { transportAreas } from './index.ts';

testAreas(transportAreas);
