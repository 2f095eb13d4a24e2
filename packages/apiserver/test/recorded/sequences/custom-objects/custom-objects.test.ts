import { testAreas } from '../../test-areas.ts';
import { customObjectAreas } from './index.ts';

testAreas(customObjectAreas);
