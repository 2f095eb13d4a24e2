import { testAreas } from '../../test-areas.ts';
import { customCornerAreas } from './index.ts';

testAreas(customCornerAreas);
