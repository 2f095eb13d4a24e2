import { testAreas } from '../../test-areas.ts';
import { pluginAreas } from './index.ts';

testAreas(pluginAreas);
