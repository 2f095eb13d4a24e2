import { testAreas } from '../../test-areas.ts';
import { watchAreas } from './index.ts';

testAreas(watchAreas);
