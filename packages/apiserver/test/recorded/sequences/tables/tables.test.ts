import { testAreas } from '../../test-areas.ts';
import { tableAreas } from './index.ts';

testAreas(tableAreas);
