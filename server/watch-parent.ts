/**
 * Loaded into a child before its program (`node --import`): when the process that started it is gone, even by
 * kill -9, its channel closes, and the child must not stay behind holding the port.
 */
process.on('disconnect', () => process.exit(0));
