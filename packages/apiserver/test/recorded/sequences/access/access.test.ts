import { testAreas } from '../../test-areas.ts';
import { accessAreas } from './index.ts';

testAreas(accessAreas);
