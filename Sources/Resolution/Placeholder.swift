// room to be furnished
