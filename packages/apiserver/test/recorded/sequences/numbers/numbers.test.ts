import { testAreas } from '../../test-areas.ts';
import { numberAreas } from './index.ts';

testAreas(numberAreas);
